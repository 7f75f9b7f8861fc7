// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-unroll-k))' | FileCheck %s

// With `overlap_store` as many blocks as a tile's store has steps run ahead of
// the loop over the others.

#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>
#at_once = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 64x128xf8E4M3FN swizzle 128>
!operands = !lowp_gpu.pipeline<3 x !stage>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!small = !lowp_gpu.tensor_map<64x16xf32 swizzle 64>

// Two steps: the second block adds to the first, waits for it and releases its
// stage; the loop begins with the third.

// CHECK-LABEL: lowp_gpu.kernel @two
// CHECK:         lowp_gpu.for_each_tile
// CHECK:           %[[BLOCKS:.*]] = arith.divui
// CHECK:           %[[BEGIN:.*]] = arith.constant 0 : i32
// CHECK:           %undefined = lowp_gpu.accumulator : !accumulator_64x64
// CHECK-NEXT:      arith.addi %[[BEGIN]], %[[BEGIN]]
// CHECK-NEXT:      %[[STAGE0:.*]] = lowp_gpu.wait %operands
// CHECK:           %[[P0:.*]] = lowp_gpu.mma %{{.*}}, %{{.*}} into %undefined overwrite
// CHECK-NOT:       lowp_gpu.mma_wait
// CHECK-NOT:       lowp_gpu.release
// CHECK:           %[[SECOND:.*]] = arith.addi %[[BEGIN]], %{{.*}} : i32
// CHECK-NEXT:      arith.addi %[[SECOND]], %[[SECOND]]
// CHECK-NEXT:      %[[STAGE1:.*]] = lowp_gpu.wait %operands
// CHECK:           %[[P1:.*]] = lowp_gpu.mma %{{.*}}, %{{.*}} into %[[P0]] :
// CHECK-NEXT:      %[[DONE:.*]] = lowp_gpu.mma_wait %[[P1]] pending 1
// CHECK-NEXT:      lowp_gpu.release %[[STAGE0]]
// CHECK-NEXT:      %[[THIRD:.*]] = arith.addi %[[SECOND]], %{{.*}} : i32
// CHECK-NEXT:      %[[REST:.*]]:2 = scf.for %[[K:.*]] = %[[THIRD]] to %[[BLOCKS]] step %{{.*}} iter_args(%[[SUM:.*]] = %[[DONE]], %[[PREVIOUS:.*]] = %[[STAGE1]])
// CHECK-NEXT:        arith.addi %[[K]], %[[K]]
// CHECK-NEXT:        %[[STAGE:.*]] = lowp_gpu.wait %operands
// CHECK:             %[[NEXT:.*]] = lowp_gpu.mma %{{.*}}, %{{.*}} into %[[SUM]] :
// CHECK-NEXT:        %[[DONE:.*]] = lowp_gpu.mma_wait %[[NEXT]] pending 1
// CHECK-NEXT:        lowp_gpu.release %[[PREVIOUS]]
// CHECK-NEXT:        scf.yield %[[DONE]], %[[STAGE]]
// CHECK:           %[[TOTAL:.*]] = lowp_gpu.mma_wait %[[REST]]#0 pending 0
// CHECK-NEXT:      lowp_gpu.release %[[REST]]#1
// CHECK-NEXT:      lowp_gpu.store_tile %[[TOTAL]]
lowp_gpu.kernel @two(%D: !map, %M: i32, %N: i32, %K: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %zero = lowp_gpu.accumulator zero : !sum
      %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
        %twice = arith.addi %k, %k : i32
        %s = lowp_gpu.wait %operands : !operands
        %a = lowp_gpu.view %s["a"] : !stage -> !a
        %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
        %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
        lowp_gpu.release %s : !stage
        lowp_gpu.yield %1 : !sum
      }
      lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 : !sum to !map
    }
  }
}

// Four steps; loads and sums outside of a loop over tiles keep their form.

// CHECK-LABEL: lowp_gpu.kernel @four
// CHECK:         lowp_gpu.role "load"
// CHECK-NOT:       lowp_gpu.acquire
// CHECK:           scf.for
// CHECK-NEXT:        lowp_gpu.acquire
// CHECK-NOT:       lowp_gpu.acquire
// CHECK:         lowp_gpu.role "mma"
// CHECK-COUNT-4:   lowp_gpu.mma %
// CHECK-NOT:       lowp_gpu.mma %
// CHECK:           scf.for
// CHECK:             lowp_gpu.mma %
// CHECK:           lowp_gpu.store_tile
// CHECK:         lowp_gpu.mma %{{.*}} overwrite
// CHECK-NOT:     lowp_gpu.mma %
// CHECK:         scf.for
lowp_gpu.kernel @four(%D: !small, %A: !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>, %M: i32, %N: i32, %K: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %K : (%k) {
        %s = lowp_gpu.acquire %operands : !operands
        lowp_gpu.load %A[%m, %k] to %s["a"] : !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128> to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %zero = lowp_gpu.accumulator zero : !sum
      %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
        %s = lowp_gpu.wait %operands : !operands
        %a = lowp_gpu.view %s["a"] : !stage -> !a
        %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
        %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
        lowp_gpu.release %s : !stage
        lowp_gpu.yield %1 : !sum
      }
      lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 : !sum to !small
    }
    %zero = lowp_gpu.accumulator zero : !sum
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
      %s = lowp_gpu.wait %operands : !operands
      %a = lowp_gpu.view %s["a"] : !stage -> !a
      %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
      lowp_gpu.release %s : !stage
      lowp_gpu.yield %1 : !sum
    }
  }
}

// Without it one block runs ahead, whatever steps there are.

// CHECK-LABEL: lowp_gpu.kernel @at_once
// CHECK:         lowp_gpu.mma %{{.*}} overwrite
// CHECK-NOT:     lowp_gpu.mma %
// CHECK:         scf.for
lowp_gpu.kernel @at_once(%D: !small, %M: i32, %N: i32, %K: i32) chip "sm_90a" config #at_once {
  %operands = lowp_gpu.pipeline "operands" : !operands
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %zero = lowp_gpu.accumulator zero : !sum
      %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
        %s = lowp_gpu.wait %operands : !operands
        %a = lowp_gpu.view %s["a"] : !stage -> !a
        %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
        %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
        lowp_gpu.release %s : !stage
        lowp_gpu.yield %1 : !sum
      }
      lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 : !sum to !small
    }
  }
}
