// RUN: %twins %s | lowp-opt --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!lhs = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!rhs = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<128x128xf32>
lowp_gpu.kernel @f(%a: !lhs, %b: !rhs) chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 8 registers 0 {
    %0 = lowp_gpu.accumulator zero : !sum
    %1 = lowp_gpu.mma %a, %b into %0 : !lhs, !rhs into !sum
  }
}

// TWIN: Types that the tensor core does not multiply.
//   128x128xf8E4M3FN => 128x32xf32
//   error at lowp_gpu.mma: expected element types that sm_90a multiplies, got 'f32' and 'f32'

// TWIN: Rows that do not divide between the warpgroups.
//   warps 8 => warps 4
//   error at lowp_gpu.mma: expected 64 lhs rows for each warpgroup of role "mma", got 128 rows for 4 warps

// TWIN: Warps that are no warpgroup.
//   warps 8 => warps 6
//   error at lowp_gpu.mma: expected 64 lhs rows for each warpgroup of role "mma", got 128 rows for 6 warps

// TWIN: One lane cannot multiply.
//   registers => single_lane registers
//   error at lowp_gpu.mma: expected to be run by all lanes of a role

// TWIN: Columns that no instruction has.
//   !rhs = !lowp_gpu.tile<128x128xf8E4M3FN => !rhs = !lowp_gpu.tile<20x128xf8E4M3FN
//   128x128xf32 => 128x20xf32
//   error at lowp_gpu.mma: expected rhs rows to be a multiple of 8, 256 at most, got 20

// TWIN: More columns than any instruction has.
//   !rhs = !lowp_gpu.tile<128x128xf8E4M3FN => !rhs = !lowp_gpu.tile<264x128xf8E4M3FN
//   128x128xf32 => 128x264xf32
//   error at lowp_gpu.mma: expected rhs rows to be a multiple of 8, 256 at most, got 264

// TWIN: Rows narrower than the swizzle that is read.
//   128x128xf8E4M3FN => 128x64xf8E4M3FN
//   128> => 64>
//   error at lowp_gpu.mma: expected tiles with rows of 128 swizzled bytes, got '!lowp_gpu.tile<128x64xf8E4M3FN swizzle 64>'

// TWIN: Columns divided where the config divides rows.
//   tile = [128, 128, 128] => tile = [64, 128, 128]
//   !lhs = !lowp_gpu.tile<128x128xf8E4M3FN => !lhs = !lowp_gpu.tile<64x128xf8E4M3FN
//   128x128xf32 => 64x128xf32, warpgroups_n = 2
//   error at lowp_gpu.mma: expected sums in 1 warpgroups along N, as the config says, got 2

// TWIN: Rows divided where the config divides columns.
//   epilogue_stages = 1 => epilogue_stages = 1, warpgroups = [2, 2]
//   error at lowp_gpu.mma: expected sums in 2 warpgroups along N, as the config says, got 1

// TWIN: Rows of both warpgroups, which have the same in warpgroups along N.
//   epilogue_stages = 1 => epilogue_stages = 1, warpgroups = [2, 2]
//   128x128xf32 => 128x128xf32, warpgroups_n = 2
//   error at lowp_gpu.mma: expected 64 lhs rows for each warpgroup of role "mma", got 128 rows for 8 warps in 2 warpgroups along N

// TWIN: One warpgroup for two warpgroups along N.
//   tile = [128, 128, 128] => tile = [64, 128, 128]
//   epilogue_stages = 1 => epilogue_stages = 1, warpgroups = [1, 2]
//   !lhs = !lowp_gpu.tile<128x128xf8E4M3FN => !lhs = !lowp_gpu.tile<64x128xf8E4M3FN
//   128x128xf32 => 64x128xf32, warpgroups_n = 2
//   warps 8 => warps 4
//   error at lowp_gpu.mma: expected 64 lhs rows for each warpgroup of role "mma", got 64 rows for 4 warps in 2 warpgroups along N

// TWIN: Columns whose halves no instruction has.
//   tile = [128, 128, 128] => tile = [64, 24, 128]
//   epilogue_stages = 1 => epilogue_stages = 1, warpgroups = [1, 2]
//   !lhs = !lowp_gpu.tile<128x128xf8E4M3FN => !lhs = !lowp_gpu.tile<64x128xf8E4M3FN
//   !rhs = !lowp_gpu.tile<128x128xf8E4M3FN => !rhs = !lowp_gpu.tile<24x128xf8E4M3FN
//   128x128xf32 => 64x24xf32, warpgroups_n = 2
//   error at lowp_gpu.mma: expected rhs rows to be a multiple of 16, 512 at most, got 24

// TWIN: A product after which none was issued is finished when none is pending.
//   tile = [128, 128, 128] => tile = [64, 128, 128]
//   !lhs = !lowp_gpu.tile<128x128xf8E4M3FN => !lhs = !lowp_gpu.tile<64x128xf8E4M3FN
//   128x128xf32 => 64x128xf32
//   warps 8 => warps 4
//   %1 = lowp_gpu.mma %a, %b into %0 : !lhs, !rhs into !sum =>
//     %1 = lowp_gpu.mma %a, %b into %0 : !lhs, !rhs into !sum
//     %2 = lowp_gpu.mma_wait %1 pending 1 : !sum
//   error at lowp_gpu.mma_wait: expected 'pending' from 0 to 0, the products issued behind the one it waits for, got 1

// TWIN: Panels of a type that is multiplied K-major alone.
//   !rhs = !lowp_gpu.tile<128x128xf8E4M3FN => !rhs = !lowp_gpu.tile<1x128x128xf8E4M3FN
//   error at lowp_gpu.mma: expected K-major tiles, which this chip multiplies, got '!lowp_gpu.tile<1x128x128xf8E4M3FN swizzle 128>'

// -----

// Sums in flight are not read.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!lhs = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!rhs = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x128xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%a: !lhs, %b: !rhs, %D: !map, %m: i32) chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 4 registers 0 {
    %0 = lowp_gpu.accumulator zero : !sum
    %1 = lowp_gpu.mma %a, %b into %0 : !lhs, !rhs into !sum
    // expected-error @below {{'lowp_gpu.store_tile' op expected finished sums, got those of lowp_gpu.mma; wait for them with lowp_gpu.mma_wait}}
    lowp_gpu.store_tile %1 to %D[%m, %m] stages 4 : !sum to !map
  }
}

// -----

// With one after it, one may be; but not two.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!lhs = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!rhs = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%a: !lhs, %b: !rhs) chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 4 registers 0 {
    %0 = lowp_gpu.accumulator zero : !sum
    %1 = lowp_gpu.mma %a, %b into %0 : !lhs, !rhs into !sum
    %2 = lowp_gpu.mma %a, %b into %0 : !lhs, !rhs into !sum
    %3 = lowp_gpu.mma_wait %1 pending 1 : !sum
    // expected-error @below {{expected 'pending' from 0 to 0, the products issued behind the one it waits for, got 2}}
    %4 = lowp_gpu.mma_wait %2 pending 2 : !sum
  }
}

// -----

// Elements in a byte each, where the chip reads those that share bytes.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>
!scales = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sum = !lowp_gpu.accumulator<128x128xf32>
lowp_gpu.kernel @f(%a: !a, %b: !b, %s: !scales) chip "sm_120a" config #config {
  lowp_gpu.role "mma" warps 8 registers 0 {
    %0 = lowp_gpu.accumulator zero : !sum
    // expected-error @below {{expected a tile whose elements are not spread, as the chip reads them, got '!lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>'}}
    %1 = lowp_gpu.mma %a, %b scales %s, %s : !scales, !scales into %0 : !a, !b into !sum
  }
}
