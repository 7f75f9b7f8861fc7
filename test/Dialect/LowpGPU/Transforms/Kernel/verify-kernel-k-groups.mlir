// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' | FileCheck %s

// Roles that look up the same row of the scheduler in the same table walk the same K.

#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!tile = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!columns = !lowp_gpu.tile<1x64x64xbf16 swizzle 128>
!stage = !lowp_gpu.stage<a: 2x64x64xbf16 swizzle 128, b: 1x64x64xbf16 swizzle 128>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!sum = !lowp_gpu.accumulator<128x64xf32>

// CHECK-LABEL: lowp_gpu.kernel @f
// CHECK-COUNT-2: lowp_gpu.locate_k
lowp_gpu.kernel @f(%A: !map, %B: !map, %ends: memref<8xi32>, %G: i32, %M: i32, %N: i32, %K: i32, %batch_m: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %K tile_m 64 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.acquire %p : !pipeline
        lowp_gpu.load %A[%first, %row] to %s["a"] : !map to !stage
        lowp_gpu.load %B[%first, %n] to %s["b"] : !map to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      %zero = lowp_gpu.accumulator zero : !sum
      %sum = lowp_gpu.for_each_k %extent : (%k) iter_args(%before = %zero) -> !sum {
        %s = lowp_gpu.wait %p : !pipeline
        %a = lowp_gpu.view %s["a"] : !stage -> !tile
        %b = lowp_gpu.view %s["b"] : !stage -> !columns
        lowp_gpu.zero_tail %a, %b from %size : !tile, !columns
        %product = lowp_gpu.mma %a, %b into %before : !tile, !columns into !sum
        %done = lowp_gpu.mma_wait %product pending 0 : !sum
        lowp_gpu.release %s : !stage
        lowp_gpu.yield %done : !sum
      }
    }
  }
}
