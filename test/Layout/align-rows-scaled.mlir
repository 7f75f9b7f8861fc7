// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: lowp-compile %s --chip=sm_120a --emit=ptx -o - | FileCheck %s

// What a matmul of scaled operands gives lies without gaps, and is copied for a matmul
// of unknown K that reads it.
// CHECK:         .entry read_by_gemm_copy_f16(
// CHECK-COUNT-2: .entry read_by_gemm_gemm_f
func.func @read_by_gemm(%x: tensor<16x128xf16>, %w: tensor<128x?xf16>, %v: tensor<?x32xf16>) -> tensor<16x32xf16> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f16
  %n = tensor.dim %w, %c1 : tensor<128x?xf16>
  %e = tensor.empty(%n) : tensor<16x?xf16>
  %i = linalg.fill ins(%zero : f16) outs(%e : tensor<16x?xf16>) -> tensor<16x?xf16>
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<tensorwise>}
      ins(%x, %w : tensor<16x128xf16>, tensor<128x?xf16>) outs(%i : tensor<16x?xf16>) -> tensor<16x?xf16>
  %f = tensor.empty() : tensor<16x32xf16>
  %j = linalg.fill ins(%zero : f16) outs(%f : tensor<16x32xf16>) -> tensor<16x32xf16>
  %z = linalg.matmul ins(%y, %v : tensor<16x?xf16>, tensor<?x32xf16>) outs(%j : tensor<16x32xf16>) -> tensor<16x32xf16>
  return %z : tensor<16x32xf16>
}
