// Names of kernels are those of functions, as far as PTX takes them: a first digit
// would make a number.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s

// CHECK-DAG: llvm.func @_0f_0_elementwise(
// CHECK-DAG: llvm.func @a_b_{{.*}}reduce{{.*}}(
func.func @"0f"(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %e = tensor.empty() : tensor<16x64xf32>
  %y = linalg.exp ins(%x : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}
func.func @"a-b"(%x: tensor<16x64xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<16x64xf32>) outs(%z : tensor<16xf32>) dimensions = [1]
  return %y : tensor<16xf32>
}
