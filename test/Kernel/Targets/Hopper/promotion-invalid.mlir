// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -verify-diagnostics

// Neighbouring columns lie in one thread's registers, eight of a row in a quad.

!sum = !lowp_gpu.accumulator<64x16xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%scale: f32, %sum: !sum) chip "sm_90a"
      config <tile = [64, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected scales for shares of 8 columns or multiples, got 4}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.promote'}}
    %0 = lowp_gpu.promote %sum into %sum scale %scale, %scale, %scale, %scale : !sum
  }
}
