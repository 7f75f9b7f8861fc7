// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics

// Sums and partial sums of more columns than registers beside operands hold.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<4x64xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<2x4xf32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected at most 128 columns of a warpgroup for sums that are promoted beside operands in registers for a gemm on sm_120a, got 192}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<2x4xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Two warpgroups that divide the columns have registers for as many.
!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<4x64xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<2x4xf32>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<2x4xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>}
    return
  }
}
