// RUN: lowp-opt %s -split-input-file -verify-diagnostics --allow-unregistered-dialect

// recipe-C1
// expected-error @+1 {{expected 'lowp.recipe' to be a #lowp.matmul_recipe, got #lowp.rowwise}}
"test.op"() {lowp.recipe = #lowp.rowwise} : () -> ()

// -----

// operand_recipe-C1
// expected-error @+1 {{expected an attribute with the Recipe interface, such as #lowp.rowwise, got "rowwise"}}
"test.op"() {r = #lowp.operand_recipe<f8E4M3FN, "rowwise", <torchao>>} : () -> ()

// -----

// operand_recipe-C2
// expected-error @+1 {{expected element type f8E4M3FN or f8E5M2 for recipe #lowp.rowwise, got 'f16'}}
"test.op"() {r = #lowp.operand_recipe<f16, #lowp.rowwise, <torchao>>} : () -> ()

// -----

// matmul_recipe-C1
// expected-error @+2 {{expected one operand at least with a scale of its own per row, got tiles on both}}
"test.op"() {lowp.recipe = #lowp.matmul_recipe<
  lhs = <f8E4M3FN, #lowp.block_128x128, <torchao>>,
  rhs = <f8E4M3FN, #lowp.block_128x128, <torchao>>>} : () -> ()

// -----

// expected-error @+1 {{expected a preset (tensorwise, rowwise, block_1x128_128x128, block_1x128_1x128) or 'lhs = ..., rhs = ...', got 'mxfp8'}}
"test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp8>} : () -> ()

// -----

// rowwise-C1
// expected-error @+1 {{expected 'axis' to be 0 (a scale per column) or 1 (a scale per row), got 2}}
"test.op"() {r = #lowp.rowwise<axis = 2>} : () -> ()

// -----

// mn_major-C1
// expected-error @+1 {{expected 'alignment' to be at least 1 scale, got 0}}
"test.op"() {r = #lowp.mn_major<alignment = 0>} : () -> ()
