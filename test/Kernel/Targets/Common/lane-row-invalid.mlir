// RUN: lowp-test-opt %s --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

// A warpgroup holds 128 rows where each lane holds one.
#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!sum = !lowp_gpu.accumulator<128x32xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
gpu.module @kernels {
  lowp_gpu.kernel @f(%D: !map, %m: i32, %sum: !sum) chip "tensor_1" config #config
      attributes {shared_bytes = 16384 : i64, warps = 4 : i64} {
    // expected-error @below {{expected to store 128 swizzled rows of 16- or 32-bit elements at a time, got '!lowp_gpu.tile<64x32xf32 swizzle 128>'}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.store_tile'}}
    lowp_gpu.store_tile %sum to %D[%m, %m] stages 1 {staging_offset = 0 : i64} : !sum to !map
  }
}

// -----

// Columns are held in eights.
#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
gpu.module @kernels {
  lowp_gpu.kernel @f() chip "tensor_1" config #config
      attributes {shared_bytes = 16384 : i64, warps = 4 : i64} {
    // expected-error @below {{'lowp_gpu.accumulator' op expected values that the chip holds in registers, got '!lowp_gpu.accumulator<128x12xf32>'}}
    %sum = lowp_gpu.accumulator zero : !lowp_gpu.accumulator<128x12xf32>
  }
}
