// RUN: lowp-opt %s --lowp-traffic=chip=sm_90a -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-traffic="chip=sm_90a recipe=rowwise" -o /dev/null | FileCheck %s --check-prefix=FORCED

// A bias is an epilogue, with a recipe and without.
// CHECK: launches: 1 (1 gemm)
// FORCED: launches: 3 (1 gemm, 2 fusion)
func.func @f(%x: tensor<24x128xbf16>, %w: tensor<64x128xbf16>, %b: tensor<64xbf16>) -> tensor<24x64xbf16> {
  %e = tensor.empty() : tensor<24x64xbf16>
  %i = linalg.broadcast ins(%b : tensor<64xbf16>) outs(%e : tensor<24x64xbf16>) dimensions = [0]
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %w : tensor<24x128xbf16>, tensor<64x128xbf16>) outs(%i : tensor<24x64xbf16>) -> tensor<24x64xbf16>
  return %y : tensor<24x64xbf16>
}
