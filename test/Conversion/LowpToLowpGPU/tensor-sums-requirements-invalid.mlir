// RUN: %twins %s | lowp-opt --lowp-select-kernel-config -split-input-file -verify-diagnostics

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<3x256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_120a"} {
func.func @groups(%a: memref<256x512xf8E4M3FN>, %sa: memref<2x4x32x4x4xf8E8M0FNU>, %b: memref<3x256x512xf8E4M3FN>, %sb: memref<3x2x4x32x4x4xf8E8M0FNU>, %ends: memref<3xi32>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<3x256x512xf8E4M3FN>, memref<3x2x4x32x4x4xf8E8M0FNU>) groups(%ends : memref<3xi32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b}
  return
}
}

// TWIN: One lane hands atoms to the tensor core as they lie: groups must begin with one.
//   lowp_gpu.chip = "sm_120a" => lowp_gpu.chip = "sm_100a"
//   error at lowp.gemm: expected scales of groups of rows that begin with atoms, 'alignment = 128', for sm_100a, got '!lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>'; insert lowp.relayout or run lowp-propagate-layouts

// TWIN: Two atoms for a group of one tile are not where its virtual rows are.
//   <256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled => <256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 256>
//   lowp_gpu.chip = "sm_120a" => lowp_gpu.chip = "sm_100a"
//   @groups => @alignment
//   <2x4x32x4x4xf8E8M0FNU => <6x4x32x4x4xf8E8M0FNU
//   error at lowp.gemm: expected scales of groups of rows that begin with atoms, 'alignment = 128', for sm_100a, got

// TWIN: Lanes that read atoms find rows inside.
//   <256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled => <256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 128>
//   @groups => @lanes
//   <2x4x32x4x4xf8E8M0FNU => <4x4x32x4x4xf8E8M0FNU
//   error at lowp.gemm: expected scales of groups of rows without groups in their type for sm_120a, got '!lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 128>>'; insert lowp.relayout or run lowp-propagate-layouts

// -----

// No scale of all comes of those of each group.

!a = !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, packing = dense, groups = <3, axis = 0, alignment = 128>>
!b = !lowp.scaled<3x256x512xf4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_120a"} {
func.func @two_levels(%a: memref<256x256xi8>, %sa: memref<4x8x32x4x4xf8E4M3FN>, %ga: memref<3xf32>, %b: memref<3x256x256xi8>, %sb: memref<3x2x8x32x4x4xf8E4M3FN>, %gb: memref<3x1xf32>, %ends: memref<3xi32>, %d: memref<256x256xbf16>) {
  // expected-error @below {{expected scales of groups of rows without groups in their type for sm_120a, got '!lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, packing = dense, groups = <3, axis = 0, alignment = 128>>'; quantize them as one matrix}}
  lowp.gemm lhs(%a, %sa, %ga : memref<256x256xi8>, memref<4x8x32x4x4xf8E4M3FN>, memref<3xf32>) rhs(%b, %sb, %gb : memref<3x256x256xi8>, memref<3x2x8x32x4x4xf8E4M3FN>, memref<3x1xf32>) groups(%ends : memref<3xi32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b}
  return
}
}

// -----

!a = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <3, axis = 1, start = 128>>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @blocks_of_groups(%x: memref<256x1024xf8E4M3FN>, %s: memref<3x256xf32>, %ends: memref<3xi32>, %d: memref<3x256x256xbf16>) {
  lowp.gemm lhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<3x256xf32>) rhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<3x256xf32>) groups(%ends : memref<3xi32>) outs(%d : memref<3x256x256xbf16>)
    {lhs_type = !a, rhs_type = !a}
  return
}
}

// TWIN: Sums of groups of K are not promoted.
//   .rowwise => .block<1x128>
//   3x256xf32 => 8x256xf32
//   error at lowp.gemm: expected scales that are the same along K, or that sm_100a takes with the data, for its sums are not promoted where K has groups, got #lowp.block<1x128>

// TWIN: Groups of a scale for each row begin where copies may: pieces of 16 bytes are cleared.
//   start = 128 => start = 8
//   @blocks_of_groups => @pieces
//   error at lowp.gemm: expected groups of K that begin at multiples of 16, where copies may begin, got

// -----

// A copy has 256 elements of 4 bits.

!a = !lowp.scaled<256x1024xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense, groups = <3, axis = 1, start = 128>>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @narrow(%x: memref<256x512xi8>, %s: memref<2x8x32x4x4xf8E8M0FNU>, %ends: memref<3xi32>, %d: memref<3x256x256xbf16>) {
  // expected-error @below {{expected groups of K that begin at multiples of 256, as many as a copy has of it, got}}
  lowp.gemm lhs(%x, %s : memref<256x512xi8>, memref<2x8x32x4x4xf8E8M0FNU>) rhs(%x, %s : memref<256x512xi8>, memref<2x8x32x4x4xf8E8M0FNU>) groups(%ends : memref<3xi32>) outs(%d : memref<3x256x256xbf16>)
    {lhs_type = !a, rhs_type = !a}
  return
}
}
