// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics

// The message speaks of emulation where lowp-emulate-formats would help, and only there.

// Scales of f32 are decoded where partial sums are promoted.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, convention = encode>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<4x64xf32>, %d: memref<64x64xbf16>) {
    // expected-error @below {{expected decoding lhs scales for a kernel, got the encode convention; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) rhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) outs(%d : memref<64x64xbf16>)
      {lhs_type = !a, rhs_type = !a}
    return
  }
}

// -----

// Wider elements have such scales there, of batches too.
!a = !lowp.scaled<2x64x512xf6E2M3FN, #lowp.mx<1x32>>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @f(%a: memref<2x64x512xf6E2M3FN>, %sa: memref<2x64x16xf8E8M0FNU>, %d: memref<2x64x64xbf16>) {
    // expected-error @below {{expected f32 lhs scales for a kernel of this chip, got 'f8E8M0FNU'; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower}}
    lowp.gemm lhs(%a, %sa : memref<2x64x512xf6E2M3FN>, memref<2x64x16xf8E8M0FNU>) rhs(%a, %sa : memref<2x64x512xf6E2M3FN>, memref<2x64x16xf8E8M0FNU>) outs(%d : memref<2x64x64xbf16>)
      {lhs_type = !a, rhs_type = !a}
    return
  }
}

// -----

// Groups are not emulated.
!a = !lowp.scaled<64x64xf8E4M3FN, #lowp.mx<1x32>>
!b = !lowp.scaled<4x16x64xf8E4M3FN, #lowp.mx<1x32>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x64xf8E4M3FN>, %sa: memref<64x2xf8E8M0FNU>, %b: memref<4x16x64xf8E4M3FN>, %sb: memref<4x16x2xf8E8M0FNU>, %ends: memref<4xi32>, %d: memref<64x16xbf16>) {
    // expected-error-re @below {{expected f32 lhs scales for a kernel of this chip, got 'f8E8M0FNU'{{$}}}}
    lowp.gemm lhs(%a, %sa : memref<64x64xf8E4M3FN>, memref<64x2xf8E8M0FNU>) rhs(%b, %sb : memref<4x16x64xf8E4M3FN>, memref<4x16x2xf8E8M0FNU>) groups(%ends : memref<4xi32>) outs(%d : memref<64x16xbf16>)
      {lhs_type = !a, rhs_type = !b}
    return
  }
}
