// RUN: %twins %s | lowp-test-opt --lowp-select-kernel-config -split-input-file -verify-diagnostics
// RUN: %twins %s | lowp-test-opt --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<4x256xf32>, %d: memref<256x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<4x256xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<4x256xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}

// TWIN: More columns than lanes can hold beside partial sums.
//   tile = [128, 128, 128] => tile = [128, 192, 128]
//   error at lowp.gemm: expected at most 128 columns of sums that are promoted for a gemm on tensor_1, got 192

// TWIN: A config without a word that must be there.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   4x256xf32 => 256x1xf32
//   , target = {sum_stages = 2 : i64} =>
//   error at lowp.gemm: expected target = {sum_stages = N : i64}, stages of sums in tensor memory, and no other words than epilogue_stages and pair for a gemm on tensor_1, got {epilogue_stages = 1 : i64}

// TWIN: More sums than tensor memory holds.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   4x256xf32 => 256x1xf32
//   tile = [128, 128, 128] => tile = [128, 256, 128]
//   stages = 4 => stages = 3
//   sum_stages = 2 => sum_stages = 3
//   error at lowp.gemm: expected sums of at most 512 columns of tensor memory for a gemm on tensor_1, got 768

// TWIN: A store after the next tile's products, which is another role's work.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   4x256xf32 => 256x1xf32
//   stages = 4 => stages = 3
//   epilogue_stages = 1 => epilogue_stages = 1, overlap_store
//   error at lowp.gemm: expected target = {sum_stages = N : i64}, stages of sums in tensor memory, and no other words than epilogue_stages and pair for a gemm on tensor_1, got {epilogue_stages = 1 : i64, overlap_store, sum_stages = 2 : i64}

// TWIN: Half of an atom.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   4x256xf32 => 256x1xf32
//   tile = [128, 128, 128] => tile = [64, 128, 128]
//   stages = 4 => stages = 3
//   error at lowp.gemm: expected tile rows of 128 for a gemm on tensor_1, got 64

// TWIN: Two atoms, which one warpgroup does not read.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   4x256xf32 => 256x1xf32
//   tile = [128, 128, 128] => tile = [256, 128, 128]
//   stages = 4 => stages = 3
//   error at lowp.gemm: expected tile rows of 128 for a gemm on tensor_1, got 256

// TWIN: A multiple of 16, but not of the columns that are read at a time.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   4x256xf32 => 256x1xf32
//   tile = [128, 128, 128] => tile = [128, 80, 128]
//   stages = 4 => stages = 3
//   error at lowp.gemm: expected tile columns that are a multiple of 16, 256 at most (of 32 beyond 64, which are read from tensor memory at a time) for a gemm on tensor_1, got 80

// TWIN: Sums that leave no columns for scales.
//   .block<1x128 => .mx<1x32
//   .mn_major => .swizzled
//   4x256xf32 => 2x4x32x4x4xf8E8M0FNU
//   stages = 4 => stages = 3
//   sum_stages = 2 => sum_stages = 4
//   error at lowp.gemm: expected sums of at most 496 columns of tensor memory, beside 16 of scales in two sets for a gemm on tensor_1, got 512

// TWIN: Another target's words.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   lowp_gpu.chip = "tensor_1" => lowp_gpu.chip = "sm_90a"
//   4x256xf32 => 256x1xf32
//   rhs_type = !a, => rhs_type = !a, fast_accumulation,
//   stages = 4 => stages = 3, unroll = 1
//   error at lowp.gemm: expected no other words of the target's than unroll, epilogue_stages, warpgroups and overlap_store for a gemm on sm_90a, got {epilogue_stages = 1 : i64, sum_stages = 2 : i64, unroll = 1 : i64}

// TWIN: A pair of one CTA.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   lowp_gpu.chip = "tensor_1" => lowp_gpu.chip = "tensor_2"
//   4x256xf32 => 256x1xf32
//   stages = 4 => stages = 3
//   sum_stages => pair, sum_stages
//   error at lowp.gemm: expected a cluster of pairs of CTAs, an even number of them along M, one along N and none that split K for a gemm on tensor_2, got [1, 1] and 1 that split K

// TWIN: A chip without clusters.
//   .block<1x128>, scales = #lowp.mn_major => .rowwise
//   4x256xf32 => 256x1xf32
//   cluster = [1, 1] => cluster = [2, 1]
//   stages = 4 => stages = 3
//   sum_stages => pair, sum_stages
//   error at lowp.gemm: expected a cluster along M or N, of 1 CTAs at most, that divides the shared tile for a gemm on tensor_1, got [2, 1] and 1 that split K

// -----

// Elements that the chip does not multiply.
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xbf16>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected element types that tensor_1 multiplies, got 'bf16' and 'bf16'}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%a : memref<256x512xbf16>) outs(%d : memref<256x256xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}

// -----

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_2"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>}
    return
  }
}

// TWIN: Neighbours along N.
//   cluster = [2, 1] => cluster = [1, 2]
//   error at lowp.gemm: expected a cluster of pairs of CTAs, an even number of them along M, one along N and none that split K for a gemm on tensor_2, got [1, 2] and 1 that split K

// TWIN: Half of an atom's columns.
//   tile = [128, 128, 128] => tile = [128, 48, 128]
//   error at lowp.gemm: expected tile columns that are a multiple of 32, half of them for each CTA of a pair for a gemm on tensor_2, got 48

// -----

!a = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x256xi8>, %sa: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%a, %sa : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}

// TWIN: Groups of elements that a copy cannot spread.
//   256x512xf4E2M1FN => 256x448xf4E2M1FN
//   256x256xi8 => 256x224xi8
//   error at lowp.gemm: expected a static K that is a multiple of 128 for 'f4E2M1FN' of the lhs, which copies spread to a byte each, got 448; pad it

// TWIN: Spread elements have a byte of a row each.
//   tile = [128, 128, 128] => tile = [128, 128, 256]
//   error at lowp.gemm: expected a tile K of 128, one swizzled row of 128 bytes for a gemm on tensor_1, got 256

// -----

// A K that nobody knows yet.
!a = !lowp.scaled<256x?xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x?xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x?xf8E4M3FN>, %b: memref<256x?xi8>, %sa: memref<2x?x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected a static K that is a multiple of 128 for 'f4E2M1FN' of the rhs, which copies spread to a byte each, got a dynamic K}}
    lowp.gemm lhs(%a, %sa : memref<256x?xf8E4M3FN>, memref<2x?x32x4x4xf8E8M0FNU>) rhs(%b, %sa : memref<256x?xi8>, memref<2x?x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !b,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}
