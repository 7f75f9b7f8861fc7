// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics
// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

// The rules of chips whose sums lie in tensor memory, and a lane reads a row.

// Reads of sums are of 64 columns, or of 32 at least.

#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @odd(%a: memref<256x512xbf16>, %b: memref<512x512xbf16>, %d: memref<256x512xbf16>) {
    // expected-error @below {{expected tile columns that are a multiple of 16, 256 at most (of 32 beyond 64, which are read from tensor memory at a time) for a gemm on sm_100a, got 208}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%b : memref<512x512xbf16>) outs(%d : memref<256x512xbf16>)
      {indexing_maps = #maps,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 208, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>}
    return
  }
}

// -----

#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @stages(%a: memref<256x512xbf16>, %b: memref<512x512xbf16>, %d: memref<256x512xbf16>) {
    // expected-error @below {{expected sums of at most 512 columns of tensor memory for a gemm on sm_100a, got 640}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%b : memref<512x512xbf16>) outs(%d : memref<256x512xbf16>)
      {indexing_maps = #maps,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 5 : i64}>}
    return
  }
}

// -----

// Two sets of scales, of 16 columns of the lhs and 32 of the rhs each, beside three stages of sums: two would share columns.
!nvfp4 = !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @scales(%a: memref<256x256xi8>, %sa: memref<2x8x32x4x4xf8E4M3FN>, %g: memref<1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected sums of at most 416 columns of tensor memory, beside 96 of scales in two sets for a gemm on sm_100a, got 768}}
    lowp.gemm lhs(%a, %sa, %g : memref<256x256xi8>, memref<2x8x32x4x4xf8E4M3FN>, memref<1xf32>) rhs(%a, %sa, %g : memref<256x256xi8>, memref<2x8x32x4x4xf8E4M3FN>, memref<1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !nvfp4, rhs_type = !nvfp4,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 256], cluster = [1, 1], stages = 2, group_m = 8, epilogue_stages = 1, target = {sum_stages = 3 : i64}>}
    return
  }
}

// -----

// Columns begin with an atom of scales or at a quarter of it.
!mxfp8 = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @unit(%a: memref<256x512xf8E4M3FN>, %sa: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected tiles of 128 rows and a multiple of 32 columns, at which atoms of scales are cut for a gemm on sm_100a, got [128, 48]}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !mxfp8, rhs_type = !mxfp8,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 48, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}
