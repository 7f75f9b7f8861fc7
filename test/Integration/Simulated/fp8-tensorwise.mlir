// REQUIRES: ptxas
// A gemm of fp8 with a scale for each operand, any M, onto an accumulator: neither M nor N is a number of tiles, K has more
// blocks than there are stages, a CTA computes several tiles.
// RUN: %run_ptx lowp-run %s --device=gpu --check --shape=M=140

!lhs = !lowp.scaled<?x656xf8E5M2, #lowp.tensorwise>
!rhs = !lowp.scaled<200x656xf8E4M3FN, #lowp.tensorwise>

func.func @gemm(%a: !lhs, %b: !rhs, %c: tensor<?x200xf32>) -> tensor<?x200xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1>} : !lhs, !rhs, tensor<?x200xf32> -> tensor<?x200xf32>
  return %0 : tensor<?x200xf32>
}
