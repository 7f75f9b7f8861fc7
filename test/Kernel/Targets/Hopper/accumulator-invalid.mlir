// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

// A thread holds two columns of every eight of its warpgroup.

#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!sum = !lowp_gpu.accumulator<64x6xf32>
!out = !lowp_gpu.accumulator<64x6xbf16>
gpu.module @kernels {
  // expected-error @below {{'lowp_gpu.kernel' op expected values that the chip holds in registers, got '!lowp_gpu.accumulator<64x6xf32>'}}
  lowp_gpu.kernel @f(%sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 8 : i64} {
    %output = lowp_gpu.epilogue %sum {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to bf16
      lowp_gpu.yield %y : bf16
    } : !sum -> !out
  }
}

// -----

// Eight columns, but divided between two warpgroups.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>
gpu.module @kernels {
  lowp_gpu.kernel @f() chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 8 : i64} {
    // expected-error @below {{'lowp_gpu.accumulator' op expected values that the chip holds in registers, got '!lowp_gpu.accumulator<64x8xf32, warpgroups_n = 2>'}}
    %sum = lowp_gpu.accumulator zero : !lowp_gpu.accumulator<64x8xf32, warpgroups_n = 2>
  }
}

// -----

// An argument that no register holds.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
gpu.module @kernels {
  // expected-error @below {{'lowp_gpu.kernel' op expected values that the chip holds in registers, got 'tensor<4xf32>'}}
  lowp_gpu.kernel @f(%x: tensor<4xf32>) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 8 : i64} {
  }
}
