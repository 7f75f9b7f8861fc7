// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

// One block of K, and two steps of a store that hide behind blocks.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !map, %M: i32, %N: i32) chip "sm_90a" config #config {
  %K = arith.constant 128 : i32
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %zero = lowp_gpu.accumulator zero : !sum
      // expected-error @below {{'lowp_gpu.for_each_k' op expected a K of at least 2 blocks of 128, one for each step of the store that overlaps, got 128}}
      %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
        lowp_gpu.yield %c : !sum
      }
      lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 : !sum to !map
    }
  }
}

// -----

// A block more, begun by one element, is enough.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !map, %M: i32, %N: i32) chip "sm_90a" config #config {
  %K = arith.constant 129 : i32
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %zero = lowp_gpu.accumulator zero : !sum
      %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
        lowp_gpu.yield %c : !sum
      }
      lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 : !sum to !map
    }
  }
}

// -----

// A group of K may have a block alone.
#config = #lowp_gpu.config<tile = [64, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !map, %ends: memref<8xi32>, %M: i32, %N: i32, %K: i32) chip "sm_90a" config #config {
  %groups, %rows = lowp_gpu.group_table rows %ends count %M most 8 m %K tile_m 64 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %M least 64
      %zero = lowp_gpu.accumulator zero : !sum
      // expected-error @below {{'lowp_gpu.for_each_k' op expected a K of at least 2 blocks of 64, one for each step of the store that overlaps, got 64}}
      %sum = lowp_gpu.for_each_k %extent : (%k) iter_args(%c = %zero) -> !sum {
        lowp_gpu.yield %c : !sum
      }
      lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 : !sum to !map
    }
  }
}
