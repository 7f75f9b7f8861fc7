// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics
// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

// The rules of chips whose warps multiply.

// No cluster shares operands.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected a cluster along M or N, of 1 CTAs at most, that divides the shared tile for a gemm on sm_120a, got [2, 1] and 1 that split K}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// CTAs that split K would be one, too.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_121a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected a cluster along M or N, of 1 CTAs at most, that divides the shared tile for a gemm on sm_121a, got [1, 1] and 2 that split K}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>}
    return
  }
}

// -----

// 99 KB.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected at most 101376 bytes of shared memory for a gemm on sm_120a, got}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Warps that multiply cannot store meanwhile.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected overlap_store only where products run while their warps store for a gemm on sm_120a, got products that warps multiply}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
    return
  }
}

// -----

// Rows of warpgroups.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected tile rows of one or two times 64 for a gemm on sm_120a, got 32}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [32, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Chunks of columns in pairs.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected tile columns that are a multiple of 16, 256 at most}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 24, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Scales of 128 rows come together.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<1x4x32x4x4xf8E8M0FNU>, %b: memref<256x256xi8>, %sb: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected tiles of 128 rows and as many columns, whose scales are an atom for a gemm on sm_120a, got [64, 128]}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<1x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// And of as many columns.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_121a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<1x4x32x4x4xf8E8M0FNU>, %b: memref<256x256xi8>, %sb: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected tiles of 128 rows and as many columns, whose scales are an atom for a gemm on sm_121a, got [128, 64]}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<1x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// The wider of two different operands has a whole row.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<1x4x32x4x4xf8E8M0FNU>, %b: memref<256x256xi8>, %sb: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected a tile K of 128, one swizzled row of 128 bytes for a gemm on sm_120a, got 256}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<1x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Sums with scales as operands are not promoted.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<1x4x32x4x4xf8E8M0FNU>, %b: memref<256x256xi8>, %sb: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected warpgroups along N for sums that are promoted}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<1x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [2, 2]>}
    return
  }
}
