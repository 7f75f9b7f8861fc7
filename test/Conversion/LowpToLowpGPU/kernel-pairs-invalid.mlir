// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics

// CTAs of a cluster that multiply alone.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected one CTA, CTAs that split K, or a pair that multiplies together for a gemm on sm_100a, got a cluster of others}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    return
  }
}

// -----

// The leader clears no scales of the other CTA.
!a = !lowp.scaled<256x352xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%a: memref<256x352xf8E4M3FN>, %sa: memref<2x3x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected CTAs that multiply alone where K ends within four scales, or is unknown for a gemm on sm_100a, got pairs of them}}
    lowp.gemm lhs(%a, %sa : memref<256x352xf8E4M3FN>, memref<2x3x32x4x4xf8E8M0FNU>) rhs(%a, %sa : memref<256x352xf8E4M3FN>, memref<2x3x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, pair, sum_stages = 2 : i64}>}
    return
  }
}

// -----

// Half of a panel.
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%a: memref<256x512xbf16>, %b: memref<512x256xbf16>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected tile columns that are a multiple of 128 of an MN-major rhs for a gemm on sm_100a, got 64}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%b : memref<512x256xbf16>) outs(%d : memref<256x256xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [2, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, pair, sum_stages = 2 : i64}>}
    return
  }
}

// -----

// The matrices of a batch whose scales begin with an atom each, of which nobody knows how many these have.
!a = !lowp.scaled<2x?x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<2x256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%a: memref<2x?x512xf8E4M3FN>, %sa: memref<2x?x4x32x4x4xf8E8M0FNU>, %b: memref<2x256x512xf8E4M3FN>, %sb: memref<2x2x4x32x4x4xf8E8M0FNU>, %d: memref<2x?x256xbf16>) {
    // expected-error @below {{expected CTAs that multiply alone where a batch of matrices with scales has any M for a gemm on sm_100a, got pairs of them}}
    lowp.gemm lhs(%a, %sa : memref<2x?x512xf8E4M3FN>, memref<2x?x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<2x256x512xf8E4M3FN>, memref<2x2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<2x?x256xbf16>)
      {lhs_type = !a, rhs_type = !b,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, pair, sum_stages = 2 : i64}>}
    return
  }
}
