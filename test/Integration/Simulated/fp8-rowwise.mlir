// REQUIRES: ptxas
// A gemm of fp8 with scales of rows and columns, CTAs in pairs that share a matrix, which compute several tiles.
// Lanes finish their reads of a stage before they give it away: READ_FENCES asks for that.
// RUN: env LOWP_SIMULATOR_READ_FENCES=1 %run_ptx lowp-run %s --device=gpu --check --shape=M=140

!lhs = !lowp.scaled<?x656xf8E4M3FN, #lowp.rowwise>
!rhs = !lowp.scaled<200x656xf8E4M3FN, #lowp.rowwise>

func.func @gemm(%a: !lhs, %b: !rhs) -> tensor<?x200xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [2, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1>} : !lhs, !rhs -> tensor<?x200xbf16>
  return %0 : tensor<?x200xbf16>
}
