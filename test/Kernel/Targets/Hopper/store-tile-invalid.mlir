// RUN: %twins %s | lowp-opt --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!sum = !lowp_gpu.accumulator<64x64xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
gpu.module @kernels {
  lowp_gpu.kernel @f(%D: !map, %m: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 8 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %m] stages 1 {staging_offset = 0 : i64} : !sum to !map
  }
}

// TWIN: Staging without a place.
//   1 {staging_offset = 0 : i64} => 2
//   error at lowp_gpu.store_tile: 'lowp_gpu.store_tile' op expected a place in shared memory; run lowp-gpu-plan-shared-memory first

// TWIN: Boxes of half the rows that a warpgroup has.
//   64x32xf32 => 32x32xf32
//   error at lowp_gpu.store_tile: expected to store 64 swizzled rows of 16- or 32-bit elements at a time, got '!lowp_gpu.tile<32x32xf32 swizzle 128>'
//   error at lowp_gpu.store_tile: failed to legalize operation 'lowp_gpu.store_tile'

// TWIN: Rows that are not swizzled.
//   64x32xf32 swizzle 128 => 64x64xf32
//   error at lowp_gpu.store_tile: expected to store 64 swizzled rows of 16- or 32-bit elements at a time, got '!lowp_gpu.tile<64x64xf32>'
//   error at lowp_gpu.store_tile: failed to legalize operation 'lowp_gpu.store_tile'
