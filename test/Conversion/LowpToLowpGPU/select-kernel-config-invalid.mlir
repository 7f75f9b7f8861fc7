// RUN: %twins %s | lowp-opt --lowp-select-kernel-config -split-input-file -verify-diagnostics
// RUN: %twins %s | lowp-opt --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// TWIN: Rows that no warpgroups make up.
//   tile = [128, 256, 128] => tile = [96, 256, 128]
//   error at lowp.gemm: expected tile rows of one or two times 64 for a gemm on sm_90a, got 96 in #lowp_gpu.config<tile = [96, 256, 128]

// TWIN: More warpgroups than their registers allow.
//   tile = [128, 256, 128] => tile = [192, 128, 128]
//   error at lowp.gemm: expected tile rows of one or two times 64 for a gemm on sm_90a, got 192

// TWIN: A row of K that is not one swizzled row.
//   tile = [128, 256, 128] => tile = [128, 256, 64]
//   error at lowp.gemm: expected a tile K of 128, one swizzled row of 128 bytes for a gemm on sm_90a, got 64

// TWIN: Columns that the store does not divide.
//   tile = [128, 256, 128] => tile = [128, 200, 128]
//   error at lowp.gemm: expected tile columns that are a multiple of 16, 256 at most

// TWIN: More columns than the instruction has.
//   tile = [128, 256, 128] => tile = [64, 288, 128]
//   error at lowp.gemm: expected tile columns that are a multiple of 16, 256 at most

// TWIN: Two N subtiles that the store does not divide.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.block<128x128>
//   64x1xf32 => 4x64xf32
//   256x1xf32 => 2x4xf32
//   tile = [128, 256, 128] => tile = [128, 208, 128]
//   error at lowp.gemm: 256 at most (of 32 when sums are promoted in two N subtiles) for a gemm on sm_90a, got 208

// TWIN: N subtiles that meet many blocks of scales.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.block<128x128>
//   64x1xf32 => 4x64xf32
//   256x1xf32 => 2x4xf32
//   tile = [128, 256, 128] => tile = [128, 224, 128]
//   error at lowp.gemm: expected at most 4 scales of columns per N subtile and K block for a gemm on sm_90a, got 224 columns

// TWIN
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.block<128x128>
//   64x1xf32 => 4x64xf32
//   256x1xf32 => 2x4xf32
//   tile = [128, 256, 128] => tile = [128, 80, 128]
//   error at lowp.gemm: expected at most 4 scales of columns per N subtile and K block for a gemm on sm_90a, got 80 columns

// TWIN: A cluster in two directions.
//   cluster = [1, 1] => cluster = [2, 2]
//   error at lowp.gemm: expected a cluster along M or N, of 8 CTAs at most, that divides the shared tile for a gemm on sm_90a, got [2, 2] and 1 that split K

// TWIN: A cluster that is not always schedulable.
//   cluster = [1, 1] => cluster = [16, 1]
//   error at lowp.gemm: expected a cluster along M or N, of 8 CTAs at most, that divides the shared tile for a gemm on sm_90a, got [16, 1] and 1 that split K

// TWIN: A cluster whose shares break the swizzle.
//   tile = [128, 256, 128] => tile = [128, 48, 128]
//   cluster = [1, 1] => cluster = [4, 1]
//   error at lowp.gemm: expected a cluster along M or N, of 8 CTAs at most, that divides the shared tile for a gemm on sm_90a, got [4, 1] and 1 that split K

// TWIN: Loads that wait for products.
//   stages = 3 => stages = 1
//   error at lowp.gemm: expected at least 2 stages for a gemm on sm_90a, got 1

// TWIN: More shared memory than there is.
//   stages = 3 => stages = 5
//   error at lowp.gemm: expected at most 232448 bytes of shared memory for a gemm on sm_90a, got

// TWIN: CTAs that split K and share an operand.
//   tile = [128, 256, 128] => tile = [64, 128, 128]
//   cluster = [1, 1] => cluster = [2, 1]
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 4
//   error at lowp.gemm: expected CTAs that split K to share no operands and to compute their tile in one N subtile for a gemm on sm_90a, got [2, 1] and 1 N subtiles

// TWIN: CTAs that split K of a tile in two N subtiles.
//   fast_accumulation, lowp_gpu.config => lowp_gpu.config
//   tile = [128, 256, 128] => tile = [64, 256, 128]
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 4
//   error at lowp.gemm: expected CTAs that split K to share no operands and to compute their tile in one N subtile for a gemm on sm_90a, got [1, 1] and 2 N subtiles

// TWIN: K that nobody knows.
//   64x512xf8E4M3FN => 64x?xf8E4M3FN
//   256x512xf8E4M3FN => 256x?xf8E4M3FN
//   tile = [128, 256, 128] => tile = [64, 128, 128]
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 4
//   error at lowp.gemm: expected a static K of at least 4 blocks to split among 4 CTAs for a gemm on sm_90a, got a dynamic K

// TWIN: CTAs without a K block.
//   64x512xf8E4M3FN => 64x384xf8E4M3FN
//   256x512xf8E4M3FN => 256x384xf8E4M3FN
//   tile = [128, 256, 128] => tile = [64, 128, 128]
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 4
//   error at lowp.gemm: expected a static K of at least 4 blocks to split among 4 CTAs for a gemm on sm_90a, got K = 384

// TWIN: A share of 24 columns.
//   tile = [128, 256, 128] => tile = [64, 96, 128]
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 4
//   error at lowp.gemm: expected tile columns that are a multiple of 16 for each of 4 CTAs that split K for a gemm on sm_90a, got 96

// TWIN: More CTAs that split K than a cluster has.
//   64x512xf8E4M3FN => 64x2048xf8E4M3FN
//   256x512xf8E4M3FN => 256x2048xf8E4M3FN
//   tile = [128, 256, 128] => tile = [64, 256, 128]
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 16
//   error at lowp.gemm: expected a cluster along M or N, of 8 CTAs at most, that divides the shared tile for a gemm on sm_90a, got [1, 1] and 16 that split K

// TWIN: Sums that arrive take shared memory too.
//   tile = [128, 256, 128] => tile = [128, 128, 128]
//   stages = 3 => stages = 7
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 2
//   error at lowp.gemm: expected at most 232448 bytes of shared memory for a gemm on sm_90a, got

// TWIN: ... one for each step: 256 columns of bf16 are four boxes, here one at a time.
//   64x512xf8E4M3FN => 64x384xf8E4M3FN
//   256x512xf8E4M3FN => 256x384xf8E4M3FN
//   tile = [128, 256, 128] => tile = [64, 256, 128]
//   stages = 3 => stages = 4
//   epilogue_stages = 1 => epilogue_stages = 1, overlap_store
//   error at lowp.gemm: expected a static K of at least 4 blocks to hide the steps of a store for a gemm on sm_90a, got K = 384

// TWIN: A known M needs no table.
//   {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>} =>
//     {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config_table<configs = [
//     <tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
//     rows = [more : 0]>}
//   error at lowp.gemm: expected one #lowp_gpu.config for a gemm of M = 64, got #lowp_gpu.config_table<configs = [<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>], rows = [more : 0]>; a table is for M that only the run time knows

// -----

!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<128x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<128x512xf8E4M3FN>, %sb: memref<128x1xf32>, %d: memref<64x128xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<128x512xf8E4M3FN>, memref<128x1xf32>) outs(%d : memref<64x128xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
    return
  }
}

// TWIN: Two warpgroups divide the columns where sums are promoted ...
//   overlap_store => warpgroups = [1, 2]
//   error at lowp.gemm: expected warpgroups along N for sums that are promoted, in tiles of 64 rows that are computed in one N subtile for a gemm on sm_90a, got 2 warpgroups along N

// TWIN: A deferred store is hidden behind products that are summed in place ...
//   , fast_accumulation =>
//   error at lowp.gemm: expected overlap_store only where one CTA sums up K in place for a gemm on sm_90a, got promoted sums in #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>

// TWIN: ... by one CTA ...
//   overlap_store => split_k = 2, overlap_store
//   error at lowp.gemm: expected overlap_store only where one CTA sums up K in place for a gemm on sm_90a, got a split K

// TWIN: ... and blocks of K, as is known ...
//   64x512xf8E4M3FN => 64x?xf8E4M3FN
//   128x512xf8E4M3FN => 128x?xf8E4M3FN
//   error at lowp.gemm: expected a static K of at least 2 blocks to hide the steps of a store for a gemm on sm_90a, got a dynamic K

// -----

// ... and do not divide its rows at the same time ...
!a = !lowp.scaled<128x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<128x512xf8E4M3FN>, %sa: memref<4x128xf32>, %d: memref<128x128xbf16>) {
    // expected-error @below {{expected warpgroups along N for sums that are promoted, in tiles of 64 rows that are computed in one N subtile for a gemm on sm_90a, got 2 warpgroups along N}}
    lowp.gemm lhs(%a, %sa : memref<128x512xf8E4M3FN>, memref<4x128xf32>) rhs(%a, %sa : memref<128x512xf8E4M3FN>, memref<4x128xf32>) outs(%d : memref<128x128xbf16>)
      {lhs_type = !a, rhs_type = !a, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [2, 2]>}
    return
  }
}

// -----

// ... nor do more than two ...
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<96x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<4x64xf32>, %b: memref<96x512xf8E4M3FN>, %sb: memref<4x96xf32>, %d: memref<64x96xbf16>) {
    // expected-error @below {{expected at most 2 warpgroups along N for a gemm on sm_90a, got 3}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) rhs(%b, %sb : memref<96x512xf8E4M3FN>, memref<4x96xf32>) outs(%d : memref<64x96xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [64, 96, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 3]>}
    return
  }
}

// -----

// ... and each stores a multiple of 16 columns.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<96x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<4x64xf32>, %b: memref<96x512xf8E4M3FN>, %sb: memref<4x96xf32>, %d: memref<64x96xbf16>) {
    // expected-error @below {{expected tile columns that are a multiple of 64 for 2 warpgroups along N for a gemm on sm_90a, got 96}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) rhs(%b, %sb : memref<96x512xf8E4M3FN>, memref<4x96xf32>) outs(%d : memref<64x96xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [64, 96, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>}
    return
  }
}

// -----

// ... which has registers for elements of 32 bits beside its sums ...
!a = !lowp.scaled<128x1024xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<416x1024xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<128x1024xf8E4M3FN>, %sa: memref<128x1xf32>, %b: memref<416x1024xf8E4M3FN>, %sb: memref<416x1xf32>, %d: memref<128x416xf32>) {
    // expected-error @below {{expected at most 192 columns beside which their results can wait for a gemm on sm_90a, got 208}}
    lowp.gemm lhs(%a, %sa : memref<128x1024xf8E4M3FN>, memref<128x1xf32>) rhs(%b, %sb : memref<416x1024xf8E4M3FN>, memref<416x1xf32>) outs(%d : memref<128x416xf32>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 208, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>}
    return
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<128x256xbf16>, %b: memref<256x192xbf16>, %d: memref<128x192xbf16>) {
    lowp.gemm lhs(%a : memref<128x256xbf16>) rhs(%b : memref<256x192xbf16>) outs(%d : memref<128x192xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// TWIN: Panels of the rhs are whole.
//   tile = [128, 64, 64] => tile = [128, 96, 64]
//   error at lowp.gemm: expected tile columns that are a multiple of 64 of an MN-major rhs for a gemm on sm_90a, got 96

// TWIN: Nobody shares panels ...
//   128x256xbf16 => 256x256xbf16
//   128x192xbf16 => 256x192xbf16
//   cluster = [1, 1] => cluster = [2, 1]
//   error at lowp.gemm: expected a cluster of one CTA for a batch or MN-major operands for a gemm on sm_90a, got [2, 1]

// -----

// ... nor what may belong to different matrices.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<4x256x256xbf16>, %b: memref<4x192x256xbf16>, %d: memref<4x256x192xbf16>) {
    // expected-error @below {{expected a cluster of one CTA for a batch or MN-major operands for a gemm on sm_90a, got [1, 2]}}
    lowp.gemm lhs(%a : memref<4x256x256xbf16>) rhs(%b : memref<4x192x256xbf16>) outs(%d : memref<4x256x192xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>], lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 2], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Elements of 16 bits: 64 of them are a row.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<256x256xbf16>, %b: memref<192x256xbf16>, %d: memref<256x192xbf16>) {
    // expected-error @below {{expected a tile K of 64, one swizzled row of 128 bytes for a gemm on sm_90a, got 128}}
    lowp.gemm lhs(%a : memref<256x256xbf16>) rhs(%b : memref<192x256xbf16>) outs(%d : memref<256x192xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Each config of a table is checked.
!a = !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<?x512xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<?x256xbf16>) {
    // expected-error @below {{expected tile rows of one or two times 64 for a gemm on sm_90a, got 96 in #lowp_gpu.config<tile = [96, 256, 128]}}
    lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<?x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, lowp_gpu.config = #lowp_gpu.config_table<configs = [
        <tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>,
        <tile = [96, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
        rows = [64 : 0, more : 1]>}
    return
  }
}

// -----

// Stores overlap only where TMA does them.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<256x512xbf16>, %w: memref<255x512xbf16>, %y: memref<256x255xbf16>) {
    // expected-error @below {{expected overlap_store only where TMA stores the result for a gemm on sm_90a, got rows that begin elsewhere than at multiples of 16 bytes in #lowp_gpu.config<}}
    lowp.gemm lhs(%x : memref<256x512xbf16>) rhs(%w : memref<255x512xbf16>) outs(%y : memref<256x255xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1, overlap_store>}
    return
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<256x512xbf16>, %w: memref<256x512xbf16>, %y: memref<256x256xf32>, %z: memref<256x256xf32>) {
    lowp.gemm lhs(%x : memref<256x512xbf16>) rhs(%w : memref<256x512xbf16>) outs(%y, %z : memref<256x256xf32>, memref<256x256xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 160, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32):
      lowp.epilogue_yield %sum, %sum : f32, f32
    }
    return
  }
}

// TWIN: Elements of two results wait for each other in registers.
//   tile = [128, 160, 64] => tile = [128, 208, 64]
//   error at lowp.gemm: expected at most 192 columns of which the elements of 2 results can wait for a gemm on sm_90a, got 208 in

// TWIN: Fewer do where places of a matrix that is read need registers.
//   %y: => %r: memref<256x256xbf16>, %y:
//   outs => ins(%r : memref<256x256xbf16>) outs
//   >], => >], input_maps = [affine_map<(m, n) -> (m, n)>],
//   tile = [128, 160, 64] => tile = [128, 176, 64]
//   f32) => f32, %old: bf16)
//   error at lowp.gemm: expected at most 160 columns of which the elements of 2 results can wait for a gemm on sm_90a, got 176 in

// TWIN: Fewer still where threads store rows.
//   256x512xbf16>, %y => 255x512xbf16>, %y
//   256x256xf32>, => 256x255xf32>,
//   256x256xf32>) => 256x255xbf16>)
//   256x512xbf16>) outs => 255x512xbf16>) outs
//   lowp.epilogue_yield %sum, %sum : f32, f32 =>
//     %h = arith.truncf %sum : f32 to bf16
//     lowp.epilogue_yield %sum, %h : f32, bf16
//   error at lowp.gemm: expected at most 149 columns of which the elements of 2 results can wait for a gemm on sm_90a, got 160 in

// TWIN: All results wait beside the next tile's sums.
//   256x256xf32>) => 256x256xbf16>)
//   epilogue_stages = 1 => epilogue_stages = 1, overlap_store
//   lowp.epilogue_yield %sum, %sum : f32, f32 =>
//     %h = arith.truncf %sum : f32 to bf16
//     lowp.epilogue_yield %sum, %h : f32, bf16
//   error at lowp.gemm: expected at most 153 columns beside which their results can wait for a gemm on sm_90a, got 160 in

// -----

// The staging of TMA and that of threads are two places: 32768 bytes of operands in each of 3 stages, and twice 2 x 8 x 8192.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<256x512xbf16>, %w: memref<252x512xbf16>, %y: memref<256x252xf32>, %z: memref<256x252xbf16>) {
    // expected-error @below {{expected at most 232448 bytes of shared memory for a gemm on sm_90a, got}}
    lowp.gemm lhs(%x : memref<256x512xbf16>) rhs(%w : memref<252x512xbf16>) outs(%y, %z : memref<256x252xf32>, memref<256x252xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 112, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 20>} epilogue {
    ^bb0(%sum: f32):
      %h = arith.truncf %sum : f32 to bf16
      lowp.epilogue_yield %sum, %h : f32, bf16
    }
    return
  }
}

// -----

// A bias and a residual beside waiting elements, with 300 rows in tiles of 100.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<300x512xbf16>, %w: memref<256x512xbf16>, %r: memref<300x256xbf16>, %b: memref<256xbf16>, %y: memref<300x256xbf16>) {
    // expected-error @below {{expected at most 240 columns for an epilogue of a matrix and another input, where rows of tiles vary for a gemm on sm_90a, got 256 in}}
    lowp.gemm lhs(%x : memref<300x512xbf16>) rhs(%w : memref<256x512xbf16>) ins(%r, %b : memref<300x256xbf16>, memref<256xbf16>) outs(%y : memref<300x256xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       input_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>} epilogue {
    ^bb0(%sum: f32, %more: bf16, %bias: bf16):
      %a = arith.extf %more : bf16 to f32
      %c = arith.extf %bias : bf16 to f32
      %s = arith.addf %sum, %a : f32
      %t = arith.addf %s, %c : f32
      %u = arith.truncf %t : f32 to bf16
      lowp.epilogue_yield %u : bf16
    }
    return
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<4x256x512xf8E4M3FN>, %sb: memref<4x256x1xf32>, %ends: memref<4xi32>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<4x256x512xf8E4M3FN>, memref<4x256x1xf32>) groups(%ends : memref<4xi32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<4x256x512xf8E4M3FN, #lowp.rowwise>, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// TWIN: Groups begin at any row.
//   cluster = [1, 1] => cluster = [2, 1]
//   error at lowp.gemm: expected a cluster of one CTA for a batch or MN-major operands for a gemm on sm_90a, got [2, 1]

// TWIN: Their tiles are many enough.
//   epilogue_stages = 1 => epilogue_stages = 1, split_k = 2
//   error at lowp.gemm: expected CTAs that split K only without groups, whose tiles are many for a gemm on sm_90a, got split_k = 2

// TWIN: A tile that waits leaves no registers for rows.
//   lhs_type => fast_accumulation, lhs_type
//   epilogue_stages = 1 => epilogue_stages = 1, overlap_store
//   error at lowp.gemm: expected overlap_store only without groups of rows for a gemm on sm_90a, got groups

// -----

// CTAs that split the K of groups.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<512x64xbf16>, %b: memref<512x256xbf16>, %ends: memref<4xi32>, %d: memref<4x64x256xbf16>) {
    // expected-error @below {{expected CTAs that split K only without groups, whose tiles are many for a gemm on sm_90a, got split_k = 2}}
    lowp.gemm lhs(%a : memref<512x64xbf16>) rhs(%b : memref<512x256xbf16>) groups(%ends : memref<4xi32>) outs(%d : memref<4x64x256xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (k, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>}
    return
  }
}
