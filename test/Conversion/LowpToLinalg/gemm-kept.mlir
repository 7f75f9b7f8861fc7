// RUN: lowp-opt %s --convert-lowp-to-linalg | FileCheck %s

// Formed kernels are for a back end.

// CHECK: lowp.gemm
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%d: tensor<64x256xf8E4M3FN>, %s: tensor<64x1xf32>, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %y = lowp.gemm lhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 rhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 outs(%c : tensor<64x64xf16>) {lhs_type = !a, rhs_type = !a} -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}
