// NVFP4 with weights in tiles of 16 x 16: for each operand a kernel for the amax and one that quantizes, with the scale of the matrix and
// repeated scales of rows; then the product.
// RUN: lowp-opt %s --lowp-traffic="chip=sm_100a recipe=nvfp4" -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-traffic="chip=sm_120a recipe=nvfp4" -o /dev/null | FileCheck %s

// CHECK: launches: 5 (1 gemm, 4 fusion)
func.func @linear(%x: tensor<4096x2048xbf16>, %w: tensor<4096x2048xbf16>) -> tensor<4096x4096xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4096x4096xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<4096x2048xbf16>, tensor<4096x2048xbf16>) outs(%init : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %y : tensor<4096x4096xbf16>
}
