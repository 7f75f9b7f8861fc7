// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-unroll-k))' | FileCheck %s

// CTA r of 4 takes K blocks from blocks * r / 4 up to blocks * (r + 1) / 4.

#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
#unrolled = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 4>
!stage = !lowp_gpu.stage<a: 64x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128>
!operands = !lowp_gpu.pipeline<3 x !stage>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x128xf32>

// CHECK-LABEL: lowp_gpu.kernel @share
// CHECK:         %[[BLOCKS:.*]] = arith.divui %{{.*}}, %{{.*}} : i32
// CHECK-NEXT:    %[[PARTS:.*]] = arith.constant 4 : i32
// CHECK-NEXT:    %part = lowp_gpu.split_rank
// CHECK:         %[[NEXT:.*]] = arith.addi %part, %{{.*}} : i32
// CHECK-DAG:     %[[BEFORE:.*]] = arith.muli %[[BLOCKS]], %part : i32
// CHECK-DAG:     %[[BEGIN:.*]] = arith.divui %[[BEFORE]], %[[PARTS]] : i32
// CHECK-DAG:     %[[THROUGH:.*]] = arith.muli %[[BLOCKS]], %[[NEXT]] : i32
// CHECK-DAG:     %[[END:.*]] = arith.divui %[[THROUGH]], %[[PARTS]] : i32
// CHECK:         scf.for %[[K:.*]] = %[[BEGIN]] to %[[END]] step
// CHECK-NEXT:      arith.addi %[[K]], %[[K]]
lowp_gpu.kernel @share(%K: i32) chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    lowp_gpu.for_each_k %K : (%k) {
      %twice = arith.addi %k, %k : i32
    }
  }
}

// Two blocks per iteration as far as they go, counted from the first of the
// share, then the last one of an odd number.

// CHECK-LABEL: lowp_gpu.kernel @unrolled
// CHECK:         %[[PARTS:.*]] = arith.constant 4 : i32
// CHECK-NEXT:    %part = lowp_gpu.split_rank
// CHECK:         %[[BEGIN:.*]] = arith.divui %{{.*}}, %[[PARTS]] : i32
// CHECK:         %[[END:.*]] = arith.divui %{{.*}}, %[[PARTS]] : i32
// CHECK:         %[[COUNT:.*]] = arith.subi %[[END]], %[[BEGIN]] : i32
// CHECK:         %[[PAIRS:.*]] = arith.divui %[[COUNT]], %{{.*}} : i32
// CHECK:         %[[WHOLE:.*]] = arith.muli %[[PAIRS]], %{{.*}} : i32
// CHECK:         %[[MIDDLE:.*]] = arith.addi %[[BEGIN]], %[[WHOLE]] : i32
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to %[[MIDDLE]] step
// CHECK:         scf.for %{{.*}} = %[[MIDDLE]] to %[[END]] step
lowp_gpu.kernel @unrolled(%K: i32) chip "sm_90a" config #unrolled {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "mma" warps 4 registers 0 {
    %zero = lowp_gpu.accumulator zero : !sum
    %undefined = lowp_gpu.accumulator : !sum
    %sum:2 = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero, %p = %undefined) -> (!sum, !sum) {
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %b = lowp_gpu.view %s["b"] : !stage -> !b
      %0 = lowp_gpu.mma %a, %b into %p overwrite : !a, !b into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
      lowp_gpu.release %s : !stage
      %2 = lowp_gpu.promote %1 into %c : !sum
      lowp_gpu.yield %2, %1 : !sum, !sum
    }
  }
}

// A sum in place starts with the first block of the share.

// CHECK-LABEL: lowp_gpu.kernel @in_place
// CHECK:         %[[PARTS:.*]] = arith.constant 4 : i32
// CHECK-NEXT:    %part = lowp_gpu.split_rank
// CHECK:         %[[BEGIN:.*]] = arith.divui %{{.*}}, %[[PARTS]] : i32
// CHECK:         %[[END:.*]] = arith.divui %{{.*}}, %[[PARTS]] : i32
// CHECK:         arith.addi %[[BEGIN]], %[[BEGIN]]
// CHECK:         lowp_gpu.mma %{{.*}}, %{{.*}} into %undefined overwrite
// CHECK:         %[[SECOND:.*]] = arith.addi %[[BEGIN]], %{{.*}} : i32
// CHECK-NEXT:    scf.for %{{.*}} = %[[SECOND]] to %[[END]] step
lowp_gpu.kernel @in_place(%K: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "mma" warps 4 registers 0 {
    %zero = lowp_gpu.accumulator zero : !sum
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
      %twice = arith.addi %k, %k : i32
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %b = lowp_gpu.view %s["b"] : !stage -> !b
      %0 = lowp_gpu.mma %a, %b into %c : !a, !b into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
      lowp_gpu.release %s : !stage
      lowp_gpu.yield %1 : !sum
    }
  }
}
