// RUN: lowp-opt %s --allow-unregistered-dialect | lowp-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @presets
func.func @presets() {
  // CHECK: lowp.recipe = #lowp.matmul_recipe<tensorwise>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<tensorwise>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<rowwise>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<rowwise>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>} : () -> ()
  return
}

// CHECK-LABEL: @spelled_out
func.func @spelled_out() {
  // A dgrad: gradients in e5m2.
  // CHECK: #lowp.matmul_recipe<lhs = <f8E5M2, #lowp.tensorwise, <torchao>>, rhs = <f8E4M3FN, #lowp.tensorwise, <torchao>>>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<
    lhs = <f8E5M2, #lowp.tensorwise, <torchao>>,
    rhs = <f8E4M3FN, #lowp.tensorwise, <torchao>>>} : () -> ()
  // CHECK: #lowp.matmul_recipe<lhs = <f8E4M3FN, #lowp.rowwise, <torchao>>, rhs = <f8E4M3FN, #lowp.tensorwise, <transformer_engine>>, fast_accumulation = true>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<
    lhs = <f8E4M3FN, #lowp.rowwise, <torchao>>,
    rhs = <f8E4M3FN, #lowp.tensorwise, <transformer_engine>>,
    fast_accumulation = true>} : () -> ()
  // CHECK: #lowp.matmul_recipe<tensorwise>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<
    lhs = <f8E4M3FN, #lowp.tensorwise, <torchao>>,
    rhs = <f8E4M3FN, #lowp.tensorwise, <torchao>>,
    fast_accumulation = true>} : () -> ()
  return
}
