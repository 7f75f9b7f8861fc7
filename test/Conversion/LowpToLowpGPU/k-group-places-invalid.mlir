// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics

// Kernels find the scales of a block of K where its data are.
!q = !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, alignment = 8, start = 128>>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%x: memref<256x1024xf8E4M3FN>, %s: memref<2x14x32x4x4xf8E8M0FNU>, %ends: memref<4xi32>, %d: memref<4x256x256xbf16>) {
    // expected-error @below {{expected scales of groups of K that lie where they do without groups, on the lhs, got '!lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, alignment = 8, start = 128>>'; run lowp-propagate-layouts}}
    lowp.gemm lhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<2x14x32x4x4xf8E8M0FNU>) rhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<2x14x32x4x4xf8E8M0FNU>)
      groups(%ends : memref<4xi32>) outs(%d : memref<4x256x256xbf16>) {lhs_type = !q, rhs_type = !q}
    return
  }
}

// -----

// And not in a storage of each group.
!q = !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, start = 128>>
!s = !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, alignment = 4, start = 128, separate = true>>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%x: memref<256x1024xf8E4M3FN>, %s: memref<2x8x32x4x4xf8E8M0FNU>, %t: memref<8192xf8E8M0FNU>, %ends: memref<4xi32>, %d: memref<4x256x256xbf16>) {
    // expected-error @below {{on the rhs, got}}
    lowp.gemm lhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<2x8x32x4x4xf8E8M0FNU>) rhs(%x, %t : memref<256x1024xf8E4M3FN>, memref<8192xf8E8M0FNU>)
      groups(%ends : memref<4xi32>) outs(%d : memref<4x256x256xbf16>) {lhs_type = !q, rhs_type = !s}
    return
  }
}
