// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -verify-diagnostics

// The instruction that rounds two elements, and LLVM, know one way.

#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!sum = !lowp_gpu.accumulator<128x16xf32>
!bf16 = !lowp_gpu.accumulator<128x16xbf16>
gpu.module @kernels {
  lowp_gpu.kernel @f(%sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 12 : i64} {
    // expected-error @below {{failed to legalize operation 'lowp_gpu.epilogue'}}
    %output = lowp_gpu.epilogue %sum {
    ^bb0(%x: f32):
      // expected-error @below {{'arith.truncf' op expected an epilogue that rounds to nearest even, got toward_zero}}
      %y = arith.truncf %x toward_zero : f32 to bf16
      lowp_gpu.yield %y : bf16
    } : !sum -> !bf16
  }
}
