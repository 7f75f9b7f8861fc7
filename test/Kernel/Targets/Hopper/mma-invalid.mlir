// RUN: %twins %s | lowp-opt --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!tile = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    %0 = lowp_gpu.mma %a, %a into %sum : !tile, !tile into !sum
  }
}

// TWIN
//   64x128xf8E4M3FN => 64x32xf32
//   error at lowp_gpu.mma: expected f8E4M3FN, f8E5M2 or tf32, K-major, or bf16 or f16, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<64x32xf32 swizzle 128>'
//   error at lowp_gpu.mma: failed to legalize operation 'lowp_gpu.mma'

// TWIN
//   tile = [64, 64, 128] => tile = [64, 64, 64]
//   64x128xf8E4M3FN => 64x64xf8E4M3FN
//   128> => 64>
//   error at lowp_gpu.mma: expected f8E4M3FN, f8E5M2 or tf32, K-major, or bf16 or f16, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<64x64xf8E4M3FN swizzle 64>'
//   error at lowp_gpu.mma: failed to legalize operation 'lowp_gpu.mma'

// TWIN: Less than an instruction contracts.
//   %a into => %a slice 0 of 8 into
//   error at lowp_gpu.mma: expected slices of a multiple of 32 bytes of K, got 8 of 128
//   error at lowp_gpu.mma: failed to legalize operation 'lowp_gpu.mma'

// TWIN: tf32 has no panels.
//   tile = [64, 64, 128] => tile = [64, 64, 32]
//   64x128xf8E4M3FN => 2x32x32xtf32
//   error at lowp_gpu.mma: expected f8E4M3FN, f8E5M2 or tf32, K-major, or bf16 or f16, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<2x32x32xtf32 swizzle 128>'
//   error at lowp_gpu.mma: failed to legalize operation 'lowp_gpu.mma'

// -----

// fp8 has no panels.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!lhs = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!rhs = !lowp_gpu.tile<1x128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x128xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !lhs, %b: !rhs, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected f8E4M3FN, f8E5M2 or tf32, K-major, or bf16 or f16, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<1x128x128xf8E4M3FN swizzle 128>'}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma'}}
    %0 = lowp_gpu.mma %a, %b into %sum : !lhs, !rhs into !sum
  }
}
