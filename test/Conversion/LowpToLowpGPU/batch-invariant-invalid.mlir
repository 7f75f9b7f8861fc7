// RUN: lowp-opt %s --lowp-select-kernel-config -verify-diagnostics

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
#config = #lowp_gpu.config<tile = [64, 64, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1, split_k = 2>
module attributes {lowp_gpu.chip = "sm_90a", lowp_gpu.batch_invariant} {
  func.func @f(%a: memref<?x4096xbf16>, %b: memref<64x4096xbf16>, %d: memref<?x64xbf16>) {
    // expected-error @below {{expected split_k = 1, with which every config adds up in the same order, under batch-invariant for a gemm on sm_90a, got split_k = 2 in #lowp_gpu.config<tile = [64, 64, 64]}}
    lowp.gemm lhs(%a : memref<?x4096xbf16>) rhs(%b : memref<64x4096xbf16>) outs(%d : memref<?x64xbf16>)
      {indexing_maps = [#x, #w, #y], lowp_gpu.config = #config}
    return
  }
}
