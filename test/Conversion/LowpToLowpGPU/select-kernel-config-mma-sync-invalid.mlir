// RUN: %twins %s | lowp-opt --lowp-select-kernel-config -split-input-file -verify-diagnostics
// RUN: %twins %s | lowp-opt --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// TWIN: The rules of chips whose warps multiply. No cluster shares operands.
//   cluster = [1, 1] => cluster = [2, 1]
//   error at lowp.gemm: expected a cluster along M or N, of 1 CTAs at most, that divides the shared tile for a gemm on sm_120a, got [2, 1] and 1 that split K

// TWIN: CTAs that split K would be one, too.
//   lowp_gpu.chip = "sm_120a" => lowp_gpu.chip = "sm_121a"
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 2
//   error at lowp.gemm: expected a cluster along M or N, of 1 CTAs at most, that divides the shared tile for a gemm on sm_121a, got [1, 1] and 2 that split K

// TWIN: 99 KB.
//   tile = [64, 128, 128] => tile = [128, 256, 128]
//   error at lowp.gemm: expected at most 101376 bytes of shared memory for a gemm on sm_120a, got

// TWIN: Warps that multiply cannot store meanwhile.
//   epilogue_stages = 1 => epilogue_stages = 1, overlap_store
//   error at lowp.gemm: expected overlap_store only where products run while their warps store for a gemm on sm_120a, got products that warps multiply

// TWIN: Rows of warpgroups.
//   tile = [64, 128, 128] => tile = [32, 128, 128]
//   error at lowp.gemm: expected tile rows of one or two times 64 for a gemm on sm_120a, got 32

// TWIN: Chunks of columns in pairs.
//   tile = [64, 128, 128] => tile = [64, 24, 128]
//   error at lowp.gemm: expected tile columns that are a multiple of 16, 256 at most

// -----

!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<1x4x32x4x4xf8E8M0FNU>, %b: memref<256x256xi8>, %sb: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<1x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// TWIN: Scales of 128 rows come together.
//   tile = [128, 128, 128] => tile = [64, 128, 128]
//   error at lowp.gemm: expected tiles of 128 rows and as many columns, whose scales are an atom for a gemm on sm_120a, got [64, 128]

// TWIN: And of as many columns.
//   lowp_gpu.chip = "sm_120a" => lowp_gpu.chip = "sm_121a"
//   tile = [128, 128, 128] => tile = [128, 64, 128]
//   error at lowp.gemm: expected tiles of 128 rows and as many columns, whose scales are an atom for a gemm on sm_121a, got [128, 64]

// TWIN: The wider of two different operands has a whole row.
//   tile = [128, 128, 128] => tile = [128, 128, 256]
//   error at lowp.gemm: expected a tile K of 128, one swizzled row of 128 bytes for a gemm on sm_120a, got 256

// TWIN: Sums with scales as operands are not promoted.
//   epilogue_stages = 1 => epilogue_stages = 1, warpgroups = [2, 2]
//   error at lowp.gemm: expected warpgroups along N for sums that are promoted
