// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-unroll-k))' | FileCheck %s

#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 64x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128>
!operands = !lowp_gpu.pipeline<3 x !stage>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x128xf32>
!map = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>

// A sum in place: the first block overwrites, and each block is released when
// the next one is under way.

// CHECK-LABEL: lowp_gpu.kernel @in_place
// CHECK-DAG:     %[[BLOCKS:.*]] = arith.divui
// CHECK-DAG:     %undefined = lowp_gpu.accumulator : !accumulator_64x128
// CHECK:         %[[FIRST:.*]] = lowp_gpu.wait %operands
// CHECK:         %[[PRODUCT:.*]] = lowp_gpu.mma %{{.*}}, %{{.*}} into %undefined overwrite
// CHECK-NOT:     lowp_gpu.mma_wait
// CHECK-NOT:     lowp_gpu.release
// CHECK:         %[[REST:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[BLOCKS]] step %{{.*}} iter_args(%[[SUM:.*]] = %[[PRODUCT]], %[[PREVIOUS:.*]] = %[[FIRST]])
// CHECK-NEXT:      %[[STAGE:.*]] = lowp_gpu.wait %operands
// CHECK:           %[[NEXT:.*]] = lowp_gpu.mma %{{.*}}, %{{.*}} into %[[SUM]] :
// CHECK:           %[[DONE:.*]] = lowp_gpu.mma_wait %[[NEXT]] pending 1
// CHECK-NEXT:      lowp_gpu.release %[[PREVIOUS]]
// CHECK-NEXT:      scf.yield %[[DONE]], %[[STAGE]]
// CHECK:         %[[TOTAL:.*]] = lowp_gpu.mma_wait %[[REST]]#0 pending 0
// CHECK-NEXT:    lowp_gpu.release %[[REST]]#1
// CHECK-NEXT:    lowp_gpu.promote %[[TOTAL]]
lowp_gpu.kernel @in_place(%K: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "mma" warps 4 registers 0 {
    %zero = lowp_gpu.accumulator zero : !sum
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %b = lowp_gpu.view %s["b"] : !stage -> !b
      %0 = lowp_gpu.mma %a, %b into %c : !a, !b into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
      lowp_gpu.release %s : !stage
      lowp_gpu.yield %1 : !sum
    }
    %use = lowp_gpu.promote %sum into %sum : !sum
  }
}

// Promoted sums: two blocks per iteration, as the config says, and a loop for
// the last one of an odd number.

// CHECK-LABEL: lowp_gpu.kernel @promoted
// CHECK:         %[[BLOCKS:.*]] = arith.divui
// CHECK:         %[[SUM:.*]]:2 = scf.for %[[K:.*]] = %{{.*}} to %[[EVEN:.*]] step %{{.*}} iter_args
// CHECK:           lowp_gpu.read_element %{{.*}}[%[[K]], 0]
// CHECK:           %[[FIRST:.*]] = lowp_gpu.promote
// CHECK:           %[[ODD:.*]] = arith.addi %[[K]], %{{.*}}
// CHECK:           lowp_gpu.read_element %{{.*}}[%[[ODD]], 0]
// CHECK:           lowp_gpu.promote %{{.*}} into %[[FIRST]]
// CHECK-NOT:       lowp_gpu.promote
// CHECK:           scf.yield
// CHECK:         scf.for %{{.*}} = %[[EVEN]] to %[[BLOCKS]] step %{{.*}} iter_args(%{{.*}} = %[[SUM]]#0, %{{.*}} = %[[SUM]]#1)
// CHECK:           lowp_gpu.promote
// CHECK-NOT:       lowp_gpu.promote
// CHECK:           scf.yield
lowp_gpu.kernel @promoted(%K: i32, %scales: !lowp_gpu.tile<56x1xf32>) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "mma" warps 4 registers 0 {
    %zero = lowp_gpu.accumulator zero : !sum
    %undefined = lowp_gpu.accumulator : !sum
    %sum:2 = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero, %p = %undefined) -> (!sum, !sum) {
      %scale = lowp_gpu.read_element %scales[%k, 0] : !lowp_gpu.tile<56x1xf32>
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %b = lowp_gpu.view %s["b"] : !stage -> !b
      %0 = lowp_gpu.mma %a, %b into %p overwrite : !a, !b into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
      lowp_gpu.release %s : !stage
      %2 = lowp_gpu.promote %1 into %c scale %scale : !sum
      lowp_gpu.yield %2, %1 : !sum, !sum
    }
  }
}

// Load loops keep their form.

// CHECK-LABEL: lowp_gpu.kernel @load
// CHECK:         scf.for %[[K:.*]] =
// CHECK-NEXT:      lowp_gpu.acquire
// CHECK-NEXT:      lowp_gpu.load %{{.*}}[%[[K]], %[[K]]]
// CHECK-NEXT:      lowp_gpu.commit
// CHECK-NEXT:    }
// CHECK-NOT:     scf.for
lowp_gpu.kernel @load(%A: !map, %K: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    lowp_gpu.for_each_k %K : (%k) {
      %s = lowp_gpu.acquire %operands : !operands
      lowp_gpu.load %A[%k, %k] to %s["a"] : !map to !stage
      lowp_gpu.commit %s : !stage
    }
  }
}
