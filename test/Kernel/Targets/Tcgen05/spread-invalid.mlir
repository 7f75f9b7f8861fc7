// RUN: lowp-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics
// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

// Rows whose end copies cannot spread.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!a = !lowp.scaled<256x448xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x448xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @f(%a: memref<256x448xf8E4M3FN>, %b: memref<256x224xi8>, %s: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  // expected-error @below {{expected a static K that is a multiple of 128 for 'f4E2M1FN' of the rhs, which copies spread to a byte each, got 448; pad it}}
  lowp.gemm lhs(%a, %s : memref<256x448xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %s : memref<256x224xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #config}
  return
}
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!a = !lowp.scaled<256x?xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
!b = !lowp.scaled<256x?xf8E5M2, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @f(%a: memref<256x?xi8>, %b: memref<256x?xf8E5M2>, %s: memref<2x?x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  // expected-error @below {{expected a static K that is a multiple of 128 for 'f4E2M1FN' of the lhs, which copies spread to a byte each, got a dynamic K}}
  lowp.gemm lhs(%a, %s : memref<256x?xi8>, memref<2x?x32x4x4xf8E8M0FNU>) rhs(%b, %s : memref<256x?xf8E5M2>, memref<2x?x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #config}
  return
}
}
