// RUN: lowp-opt %s -split-input-file -verify-diagnostics --allow-unregistered-dialect

// recipe-C1
// expected-error @+1 {{expected 'lowp.recipe' to be a #lowp.matmul_recipe or #lowp.training_recipe, got #lowp.rowwise}}
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
  lhs = <f8E4M3FN, #lowp.block<128x128>, <torchao>>,
  rhs = <f8E4M3FN, #lowp.block<128x128>, <torchao>>>} : () -> ()

// -----

// expected-error @+1 {{expected a preset (tensorwise, tensorwise_grad, rowwise, rowwise_grad, rowwise_with_gw_hp_dgrad, block_1x128_128x128, block_1x128_1x128, block_1x256_1x256, mxfp8, mxfp8_e5m2, mxfp8_grad, mxfp6, mxfp6_e3m2, mxfp4, mxfp8_mxfp6, mxfp8_mxfp6_e3m2, mxfp8_mxfp4, nvfp4, nvfp4_dgrad, nvfp4_wgrad) or 'lhs = ..., rhs = ...', got 'fastest'}}
"test.op"() {lowp.recipe = #lowp.matmul_recipe<fastest>} : () -> ()

// -----

// rowwise-C1
// expected-error @+1 {{expected 'axis' to be 0 (a scale per column) or 1 (a scale per row), got 2}}
"test.op"() {r = #lowp.rowwise<axis = 2>} : () -> ()

// -----

// mn_major-C1
// expected-error @+1 {{expected 'alignment' to be at least 1 scale, got 0}}
"test.op"() {r = #lowp.mn_major<alignment = 0>} : () -> ()

// -----

// operand_recipe-C3
// expected-error @+1 {{expected 'scale_rounding = none' for the scales of #lowp.rowwise, which are no e8m0, got 'rceil'; #lowp.numerics<torchao>, for example, has it}}
"test.op"() {r = #lowp.operand_recipe<f8E4M3FN, #lowp.rowwise, <mx_rceil>>} : () -> ()

// -----

// matmul_recipe-C2
// expected-error @+2 {{expected 'hadamard' to be a mask of 16 signs, got 65536}}
"test.op"() {lowp.recipe = #lowp.matmul_recipe<
  lhs = <f4E2M1FN, #lowp.nvfp4<1x16>, <transformer_engine>>,
  rhs = <f4E2M1FN, #lowp.nvfp4<1x16>, <transformer_engine>>, hadamard = 65536>} : () -> ()

// -----

// expected-error @+3 {{expected 'fast_accumulation' or 'hadamard', got 'fast'}}
"test.op"() {lowp.recipe = #lowp.matmul_recipe<
  lhs = <f8E4M3FN, #lowp.rowwise, <torchao>>,
  rhs = <f8E4M3FN, #lowp.rowwise, <torchao>>, fast = true>} : () -> ()

// -----

// matmul_recipe-C1: blocks of 16 and of 32 nest, but e4m3 and e8m0 scales of
// tiles on both sides do not.
// expected-error @+2 {{expected one operand at least with a scale of its own per row, got tiles on both (#lowp.mx<32x32> and #lowp.nvfp4<16x16>)}}
"test.op"() {lowp.recipe = #lowp.matmul_recipe<
  lhs = <f8E4M3FN, #lowp.mx<32x32>, <mx_rceil>>,
  rhs = <f4E2M1FN, #lowp.nvfp4<16x16>, <transformer_engine>>>} : () -> ()

// -----

// expected-error @+1 {{expected a preset (tensorwise_training, rowwise_training, rowwise_with_gw_hp, blockwise_training, mixed_training, mxfp8_training, nvfp4_training) or each of 'forward', 'dgrad' and 'wgrad' at most once, got 'backward'}}
"test.op"() {lowp.recipe = #lowp.training_recipe<backward = <rowwise>>} : () -> ()

// -----

// expected-error @+1 {{or each of 'forward', 'dgrad' and 'wgrad' at most once, got 'dgrad'}}
"test.op"() {lowp.recipe = #lowp.training_recipe<dgrad = <rowwise>, dgrad = <mxfp8>>} : () -> ()

// -----

// training_recipe-C1
// expected-error @+1 {{expected a recipe for 'forward', 'dgrad' or 'wgrad', got none}}
"test.op"() {lowp.recipe = #lowp.training_recipe<>} : () -> ()
