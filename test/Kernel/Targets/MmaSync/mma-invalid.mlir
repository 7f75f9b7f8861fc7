// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!tile = !lowp_gpu.tile<64x64xf8E4M3FN swizzle 64>
!sum = !lowp_gpu.accumulator<64x64xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected tiles that mma.sync multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<64x64xf8E4M3FN swizzle 64>'}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma'}}
    %0 = lowp_gpu.mma %a, %a into %sum : !tile, !tile into !sum
  }
}

// -----

// fp8 has no scales of 64 elements of K.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.tile<1x256xf8E8M0FNU>
!sum = !lowp_gpu.accumulator<128x128xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %s: !scales, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected tiles that mma.sync multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>' with such scales}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma'}}
    %0 = lowp_gpu.mma %a, %a scales %s, %s : !scales, !scales into %sum : !tile, !tile into !sum
  }
}

// -----

#config = #lowp_gpu.config<tile = [64, 24, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<24x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x24xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !a, %b: !b, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected a multiple of 16 columns for each warpgroup, got 24}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma'}}
    %0 = lowp_gpu.mma %a, %b into %sum : !a, !b into !sum
  }
}

// -----

// Less than an instruction contracts.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!tile = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected slices of a multiple of 32 bytes of K, got 8 of 128}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma'}}
    %0 = lowp_gpu.mma %a, %a slice 0 of 8 into %sum : !tile, !tile into !sum
  }
}

// -----

// Elements of 4 bits beside others have half of a row.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<64x128xf4E2M1FN>
!scales = !lowp_gpu.tile<1x256xf8E8M0FNU>
!sum = !lowp_gpu.accumulator<64x64xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !a, %b: !b, %s: !scales, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected tiles that mma.sync multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<64x128xf4E2M1FN>' with such scales}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma'}}
    %0 = lowp_gpu.mma %a, %b scales %s, %s : !scales, !scales into %sum : !a, !b into !sum
  }
}
