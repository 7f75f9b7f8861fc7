// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics

// Sums in tensor memory are not promoted, and no other matmul would help.

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @blocks(%a: memref<256x512xf8E4M3FN>, %s: memref<4x256xf32>, %d: memref<256x256xbf16>) {
  // expected-error-re @below {{expected lhs scales that are the same along K, or that sm_100a takes with the data, for its sums are not promoted, got #lowp.block<1x128>{{$}}}}
  lowp.gemm lhs(%a, %s : memref<256x512xf8E4M3FN>, memref<4x256xf32>) rhs(%a, %s : memref<256x512xf8E4M3FN>, memref<4x256xf32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !a}
  return
}
}

// -----

// Groups begin inside of atoms, which one lane hands to the tensor core as they lie.

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<3x256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @groups(%a: memref<256x512xf8E4M3FN>, %sa: memref<2x4x32x4x4xf8E8M0FNU>, %b: memref<3x256x512xf8E4M3FN>, %sb: memref<3x2x4x32x4x4xf8E8M0FNU>, %ends: memref<3xi32>, %d: memref<256x256xbf16>) {
  // expected-error @below {{expected no groups of rows whose scales sm_100a takes with the data, in atoms that groups begin within, got #lowp.mx<1x32>; scales per row or per tensor have kernels there, and the pipeline lowp-to-cpu runs any}}
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<3x256x512xf8E4M3FN>, memref<3x2x4x32x4x4xf8E8M0FNU>) groups(%ends : memref<3xi32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b}
  return
}
}
