// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-unroll-k))' | FileCheck %s

// Loops that only look like sums in place are not peeled: their stages would
// be released too late, or their sums lost.

#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 64x128xf8E4M3FN swizzle 128>
!operands = !lowp_gpu.pipeline<3 x !stage>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>

// Two products.
// CHECK-LABEL: lowp_gpu.kernel @twice
// CHECK-NOT:     lowp_gpu.wait
// CHECK:         scf.for
// CHECK:           pending 0
// CHECK-NEXT:      lowp_gpu.release
lowp_gpu.kernel @twice(%K: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "mma" warps 4 registers 0 {
    %zero = lowp_gpu.accumulator zero : !sum
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
      %1 = lowp_gpu.mma %a, %a into %0 : !a, !a into !sum
      %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
      lowp_gpu.release %s : !stage
      lowp_gpu.yield %2 : !sum
    }
  }
}

// The sum so far is read.
// CHECK-LABEL: lowp_gpu.kernel @read
// CHECK-NOT:     lowp_gpu.wait
// CHECK:         scf.for
lowp_gpu.kernel @read(%K: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "mma" warps 4 registers 0 {
    %zero = lowp_gpu.accumulator zero : !sum
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
      lowp_gpu.release %s : !stage
      %2 = lowp_gpu.promote %1 into %1 : !sum
      lowp_gpu.yield %2 : !sum
    }
  }
}

// The sum does not start from zero.
// CHECK-LABEL: lowp_gpu.kernel @from_elsewhere
// CHECK-NOT:     lowp_gpu.wait
// CHECK:         scf.for
lowp_gpu.kernel @from_elsewhere(%K: i32, %start: !sum) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "mma" warps 4 registers 0 {
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %start) -> !sum {
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
      lowp_gpu.release %s : !stage
      lowp_gpu.yield %1 : !sum
    }
  }
}
