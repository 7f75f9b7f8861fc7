// RUN: %twins %s | lowp-opt --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-defer-stores))' -split-input-file -verify-diagnostics

// Products of a loop over K are not counted: it may have no block.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !map, %a: !a, %M: i32, %N: i32, %K: i32) chip "sm_90a" config #config {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %0 = lowp_gpu.accumulator zero : !sum
    %1 = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %0) -> !sum {
      %2 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
      %3 = lowp_gpu.mma_wait %2 pending 0 : !sum
      lowp_gpu.yield %3 : !sum
    }
    // expected-error @below {{expected a product ahead of it for each of 1 steps, got 0; run lowp-gpu-unroll-k first}}
    lowp_gpu.store_tile %1 to %D[%m, %n] stages 2 : !sum to !map
  }
}

// -----

#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !map, %a: !a, %M: i32, %N: i32) chip "sm_90a" config #config {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %0 = lowp_gpu.accumulator : !sum
    %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
    %tile_m = arith.minui %m, %M : i32
    lowp_gpu.store_tile %2 to %D[%m, %n] stages 2 : !sum to !map
  }
}

// TWIN: Two steps, one product.
//   epilogue_stages = 2 => epilogue_stages = 1
//   %tile_m = arith.minui %m, %M : i32 => lowp_gpu.store_tile %2 to %D[%m, %n] stages 1 : !sum to !map
//   lowp_gpu.store_tile %2 to %D[%m, %n] stages 2 : !sum to !map =>
//   error at lowp_gpu.store_tile: expected a product ahead of it for each of 2 steps, got 1; run lowp-gpu-unroll-k first

// TWIN: Products after the store hide nothing.
//   epilogue_stages = 2 => epilogue_stages = 1
//   %0 = lowp_gpu.accumulator : !sum =>
//     %0 = lowp_gpu.accumulator zero : !sum
//     lowp_gpu.store_tile %0 to %D[%m, %n] stages 2 : !sum to !map
//     %1 = lowp_gpu.mma %a, %a into %0 : !a, !a into !sum
//   %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum =>
//   %tile_m = arith.minui %m, %M : i32 =>
//   lowp_gpu.store_tile %2 to %D[%m, %n] stages 2 : !sum to !map =>
//   error at lowp_gpu.store_tile: expected a product ahead of it for each of 1 steps, got 0; run lowp-gpu-unroll-k first

// TWIN: Rows that only this tile's iteration knows.
//   stages 2 => tile_m %tile_m stages 2
//   error at lowp_gpu.store_tile: expected its destination, m, n and tile_m to be defined outside of the loop over tiles

// TWIN: A map that changes from tile to tile.
//   !map, => !map, %E: !map, %even: i1,
//   %tile_m = arith.minui %m, %M : i32 => %map = arith.select %even, %D, %E : !map
//   %D[ => %map[
//   error at lowp_gpu.store_tile: expected its destination, m, n and tile_m to be defined outside of the loop over tiles

// -----

// One step of a store: the others would be added.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !map, %a: !a, %M: i32, %N: i32) chip "sm_90a" config #config {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %0 = lowp_gpu.accumulator : !sum
    %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum
    %2 = lowp_gpu.mma %a, %a into %1 : !a, !a into !sum
    %3 = lowp_gpu.mma_wait %2 pending 0 : !sum
    // expected-error @below {{expected a store of all steps, got step 1}}
    lowp_gpu.store_tile %3 to %D[%m, %n] stages 1 step 1 : !sum to !map
  }
}

// -----

// An end of the output that only this tile's iteration knows.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
lowp_gpu.kernel @f(%D: memref<100x63xf32>, %a: !a, %M: i32, %N: i32) chip "sm_90a" config #config {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %0 = lowp_gpu.accumulator : !sum
    %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
    %end = arith.minui %n, %N : i32
    // expected-error @below {{expected its destination, m, n and tile_m to be defined outside of the loop over tiles}}
    lowp_gpu.store_tile %2 to %D[%m, %n] m %M n %end through !lowp_gpu.tile<64x32xf32 swizzle 128> stages 2 : !sum to memref<100x63xf32>
  }
}
