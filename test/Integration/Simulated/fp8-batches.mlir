// REQUIRES: ptxas
// A batch of gemms whose CTAs share K: partial sums meet, and a CTA computes tiles of several matrices.
// Lanes finish their reads of a stage before they give it away: READ_FENCES asks for that.
// RUN: env LOWP_SIMULATOR_READ_FENCES=1 %run_ptx lowp-run %s --device=gpu --check

!lhs = !lowp.scaled<3x100x1040xf8E4M3FN, #lowp.rowwise>
!rhs = !lowp.scaled<3x136x1040xf8E4M3FN, #lowp.rowwise>

func.func @gemm(%a: !lhs, %b: !rhs) -> tensor<3x100x136xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 2>} : !lhs, !rhs -> tensor<3x100x136xbf16>
  return %0 : tensor<3x100x136xbf16>
}
