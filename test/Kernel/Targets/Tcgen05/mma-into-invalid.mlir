// RUN: %twins %s | lowp-opt --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!tile = !lowp_gpu.tile<128x64xf8E4M3FN swizzle 64>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected tiles that tcgen05.mma multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<128x64xf8E4M3FN swizzle 64>'}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma_into'}}
    lowp_gpu.mma_into %a, %a to %d accumulate %more : !tile, !tile to !sums
  }
}

// -----

// Elements of 32 bits are K-major.
#config = #lowp_gpu.config<tile = [128, 128, 32], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!tile = !lowp_gpu.tile<128x32xtf32 swizzle 128>
!panels = !lowp_gpu.tile<4x32x32xtf32 swizzle 128>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %b: !panels, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected tiles that tcgen05.mma multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<4x32x32xtf32 swizzle 128>'}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma_into'}}
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !tile, !panels to !sums
  }
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!tile = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sums = !lowp_gpu.tile<64x64xf32 in tensor>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected 128 rows and a multiple of 16 columns, got '!lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>' and '!lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>'}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma_into'}}
    lowp_gpu.mma_into %a, %a to %d accumulate %more : !tile, !tile to !sums
  }
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %s: !scales, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %a scales %s, %s : !scales, !scales to %d accumulate %more {scale_column = 192 : i64} : !tile, !tile to !sums
  }
}

// TWIN: fp8 has no scales of 64 elements of K.
//   1x512xf8E8M0FNU => 1x256xf8E8M0FNU
//   {scale_column = 192 : i64} : => :
//   error at lowp_gpu.mma_into: expected tiles that tcgen05.mma multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>' with such scales
//   error at lowp_gpu.mma_into: failed to legalize operation 'lowp_gpu.mma_into'

// TWIN
//   {scale_column = 192 : i64} : => :
//   error at lowp_gpu.mma_into: expected a place in tensor memory for scales; run lowp-gpu-plan-tensor-memory first
//   error at lowp_gpu.mma_into: failed to legalize operation 'lowp_gpu.mma_into'

// TWIN: FP4 beside fp8 that shares bytes.
//   !tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> =>
//     !a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
//     !b = !lowp_gpu.tile<128x128xf4E2M1FN swizzle 64>
//   !tile, %s => !a, %b: !b, %s
//   %a scales => %b scales
//   {scale_column = 192 : i64} : !tile, !tile => : !a, !b
//   error at lowp_gpu.mma_into: expected tiles that tcgen05.mma multiplies, in rows of 128 swizzled bytes, those of FP4 beside fp8 spread, got '!lowp_gpu.tile<128x128xf4E2M1FN swizzle 64>' with such scales
//   error at lowp_gpu.mma_into: failed to legalize operation 'lowp_gpu.mma_into'

// TWIN: FP4 beside FP4 shares bytes.
//   !tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> =>
//     !a = !lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>
//     !b = !lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>
//   !tile, %s => !a, %b: !b, %s
//   %a scales => %b scales
//   {scale_column = 192 : i64} : !tile, !tile => : !a, !b
//   error at lowp_gpu.mma_into: expected tiles that tcgen05.mma multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>' with such scales
//   error at lowp_gpu.mma_into: failed to legalize operation 'lowp_gpu.mma_into'

// TWIN: FP4 beside fp8 has scales.
//   !tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> =>
//     !a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
//     !b = !lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>
//   !tile, %s => !a, %b: !b, %s
//   %a scales %s, %s : !scales, !scales => %b
//   {scale_column = 192 : i64} : !tile, !tile => : !a, !b
//   error at lowp_gpu.mma_into: expected tiles that tcgen05.mma multiplies, in rows of 128 swizzled bytes, got '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>'
//   error at lowp_gpu.mma_into: failed to legalize operation 'lowp_gpu.mma_into'

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!wide = !lowp_gpu.tile<192x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sums = !lowp_gpu.tile<128x192xf32 in tensor>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %b: !wide, %s: !scales, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected scales in atoms of 128 rows, 1 of the lhs and 2 of the rhs, got 1 and 1}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma_into'}}
    lowp_gpu.mma_into %a, %b scales %s, %s : !scales, !scales to %d accumulate %more {scale_column = 192 : i64} : !tile, !wide to !sums
  }
}

// -----

// Slices are whole instructions.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
gpu.module @kernels {
  lowp_gpu.kernel @f(%a: !tile, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{expected slices of K of a multiple of 32 bytes, got 8 of 128}}
    // expected-error @below {{failed to legalize operation 'lowp_gpu.mma_into'}}
    lowp_gpu.mma_into %a, %a slice 1 of 8 to %d accumulate %more : !tile, !tile to !sums
  }
}
