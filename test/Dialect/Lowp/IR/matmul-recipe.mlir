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
  // CHECK: lowp.recipe = #lowp.matmul_recipe<rowwise_grad>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<rowwise_grad>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<rowwise_with_gw_hp_dgrad>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<rowwise_with_gw_hp_dgrad>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<block_1x256_1x256>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<block_1x256_1x256>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp8>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp8>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp8_e5m2>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp8_e5m2>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp8_grad>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp8_grad>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp6>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp6>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp6_e3m2>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp6_e3m2>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp4>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp4>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp8_mxfp6>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp8_mxfp6>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp8_mxfp6_e3m2>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp8_mxfp6_e3m2>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<mxfp8_mxfp4>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<mxfp8_mxfp4>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<nvfp4>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<nvfp4>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>} : () -> ()
  // CHECK: lowp.recipe = #lowp.matmul_recipe<nvfp4_wgrad>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<nvfp4_wgrad>} : () -> ()
  return
}

// CHECK-LABEL: @spelled_out
func.func @spelled_out() {
  // A dgrad: gradients in e5m2.
  // CHECK: #lowp.matmul_recipe<tensorwise_grad>
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

// Mixed formats, mixed granularities, a transform of both operands.
// CHECK-LABEL: @mixed
func.func @mixed() {
  // CHECK: #lowp.matmul_recipe<lhs = <f8E5M2, #lowp.mx<1x32>, <mx_floor>>, rhs = <f6E3M2FN, #lowp.mx<32x32>, <mx_even>>>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<
    lhs = <f8E5M2, #lowp.mx<1x32>, <mx_floor>>,
    rhs = <f6E3M2FN, #lowp.mx<32x32>, <mx_even>>>} : () -> ()
  // CHECK: #lowp.matmul_recipe<lhs = <f8E4M3FN, #lowp.block<1x128>, <torchao>>, rhs = <f8E4M3FN, #lowp.block<128x256>, <torchao>>>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<
    lhs = <f8E4M3FN, #lowp.block<1x128>, <torchao>>,
    rhs = <f8E4M3FN, #lowp.block<128x256>, <torchao>>>} : () -> ()
  // CHECK: fast_accumulation = true, hadamard = 1>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<
    lhs = <f8E4M3FN, #lowp.rowwise, <torchao>>,
    rhs = <f8E4M3FN, #lowp.rowwise, <torchao>>, hadamard = 1,
    fast_accumulation = true>} : () -> ()
  // CHECK: #lowp.matmul_recipe<nvfp4_wgrad>
  "test.op"() {lowp.recipe = #lowp.matmul_recipe<
    lhs = <f4E2M1FN, #lowp.nvfp4<1x16>, <transformer_engine_stochastic>>,
    rhs = <f4E2M1FN, #lowp.nvfp4<1x16>, <transformer_engine>>, hadamard = 0xD7E8>} : () -> ()
  return
}

// Families: presets by name, others matmul by matmul.
// CHECK: lowp.recipe = #lowp.training_recipe<blockwise_training>
"test.op"() {lowp.recipe = #lowp.training_recipe<
  wgrad = <block_1x128_1x128>, forward = <block_1x128_128x128>, dgrad = <block_1x128_128x128>>} : () -> ()
// CHECK: lowp.recipe = #lowp.training_recipe<forward = <rowwise>, wgrad = <rowwise_grad>>
"test.op"() {lowp.recipe = #lowp.training_recipe<wgrad = <rowwise_grad>, forward = <rowwise>>} : () -> ()
