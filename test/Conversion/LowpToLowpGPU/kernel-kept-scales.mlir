// RUN: lowp-opt %s --split-input-file --convert-lowp-to-lowp-gpu | FileCheck %s

// After K part of a word of four scales may be left, which is no scale.

// The 17 scales of K end in the first word of the third block: one counts there, all do before.
// CHECK-LABEL: lowp_gpu.role "mma"
// CHECK:         lowp_gpu.for_each_k %K : (%[[BLOCK:[a-z0-9_]*]]) iter_args
// CHECK:         %[[SA:.*]] = lowp_gpu.view {{.*}}["sa"]
// CHECK:         %[[SB:.*]] = lowp_gpu.view {{.*}}["sb"]
// CHECK:         %[[ALL:.*]] = arith.ceildivui
// CHECK:         %[[BEFORE:.*]] = arith.muli %[[BLOCK]], %c8_i32
// CHECK:         %[[FIRST:.*]] = arith.addi %[[BEFORE]], %c0_i32
// CHECK:         %[[COUNT:.*]] = arith.subi %[[ALL]], %[[FIRST]]
// CHECK-NEXT:    %[[KEPT_A:.*]] = lowp_gpu.keep_scales %[[SA]], %[[COUNT]] in 0
// CHECK-NEXT:    %[[KEPT_B:.*]] = lowp_gpu.keep_scales %[[SB]], %[[COUNT]] in 0
// CHECK-NOT:     lowp_gpu.keep_scales
// CHECK:         lowp_gpu.mma {{.*}} scales %[[KEPT_A]], %[[KEPT_B]]
!lanes = !lowp.scaled<256x544xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_120a"} {
func.func @lanes(%a: memref<256x272xi8>, %sa: memref<2x5x32x4x4xf8E8M0FNU>, %b: memref<256x272xi8>, %sb: memref<2x5x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x272xi8>, memref<2x5x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x272xi8>, memref<2x5x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !lanes, rhs_type = !lanes, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
}

// -----

// CHECK-LABEL: lowp_gpu.role "mma"
// CHECK:         %[[KEPT_A:.*]] = lowp_gpu.keep_scales {{.*}} in 0
// CHECK-NEXT:    %[[KEPT_B:.*]] = lowp_gpu.keep_scales {{.*}} in 0
// CHECK-NOT:     lowp_gpu.keep_scales
// CHECK:         lowp_gpu.mma_into {{.*}} scales %[[KEPT_A]], %[[KEPT_B]]
!tensor = !lowp.scaled<256x336xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @tensor(%a: memref<256x336xf8E4M3FN>, %sa: memref<2x3x32x4x4xf8E8M0FNU>, %b: memref<256x336xf8E4M3FN>, %sb: memref<2x3x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x336xf8E4M3FN>, memref<2x3x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x336xf8E4M3FN>, memref<2x3x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !tensor, rhs_type = !tensor, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
  return
}
}

// -----

// A K of whole words, which is no multiple of a block.
// CHECK-LABEL: lowp_gpu.role "mma"
// CHECK-NOT:     lowp_gpu.keep_scales
// CHECK:         lowp_gpu.mma {{.*}} scales
!whole = !lowp.scaled<256x640xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_120a"} {
func.func @whole(%a: memref<256x320xi8>, %sa: memref<2x5x32x4x4xf8E8M0FNU>, %b: memref<256x320xi8>, %sb: memref<2x5x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x320xi8>, memref<2x5x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x320xi8>, memref<2x5x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !whole, rhs_type = !whole, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
}

// -----

// An unknown K may end in each word of a block.
// CHECK-LABEL: lowp_gpu.role "mma"
// CHECK-COUNT-2: lowp_gpu.keep_scales {{.*}} in 0
// CHECK-COUNT-2: lowp_gpu.keep_scales {{.*}} in 1
// CHECK-NOT:     lowp_gpu.keep_scales
// CHECK:         lowp_gpu.mma {{.*}} scales
!unknown = !lowp.scaled<256x?xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_120a"} {
func.func @unknown(%a: memref<256x?xi8>, %sa: memref<2x?x32x4x4xf8E8M0FNU>, %b: memref<256x?xi8>, %sb: memref<2x?x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x?xi8>, memref<2x?x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x?xi8>, memref<2x?x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !unknown, rhs_type = !unknown, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
}
