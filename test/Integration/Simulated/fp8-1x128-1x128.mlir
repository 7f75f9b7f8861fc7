// REQUIRES: ptxas
// A gemm of fp8 with scales of pieces of rows on both sides, promoted every 128 of K; a CTA computes several tiles.
// Lanes finish their reads of a stage before they give it away: READ_FENCES asks for that.
// RUN: env LOWP_SIMULATOR_READ_FENCES=1 %run_ptx lowp-run %s --device=gpu --check --shape=M=100

!lhs = !lowp.scaled<?x656xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!rhs = !lowp.scaled<200x656xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>

func.func @gemm(%a: !lhs, %b: !rhs) -> tensor<?x200xf32> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1>} : !lhs, !rhs -> tensor<?x200xf32>
  return %0 : tensor<?x200xf32>
}
