// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Tiles of 192 columns meet blocks of 128 in two places: scales are copied for
// groups of 64 columns, which no border crosses.

// CHECK-DAG:   !stage_sb = !lowp_gpu.stage<sb: 4x3xf32>
// CHECK:       lowp_gpu.role "load_scales" warps 1 registers 40 {
// CHECK:         lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:      %stage = lowp_gpu.acquire %factors
// CHECK-NEXT:      lowp_gpu.copy_rows %SB[%n] {{.*}} to %stage["sb"] {block = 128 : i64, group = 64 : i64}
// CHECK:       lowp_gpu.role "multiply"
// CHECK:         %[[S0:.*]] = lowp_gpu.read_element %sb[%k, 0]
// CHECK-NEXT:    %[[S1:.*]] = lowp_gpu.read_element %sb[%k, 1]
// CHECK-NEXT:    %[[S2:.*]] = lowp_gpu.read_element %sb[%k, 2]
// CHECK:         lowp_gpu.promote {{.*}} scale %[[S0]], %[[S1]], %[[S2]] : !accumulator_128x192

!a = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major>
!b = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block_128x128>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<1024x512xf8E4M3FN>, %sa: memref<4x1024xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<8x4xf32>, %d: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<1024x512xf8E4M3FN>, memref<4x1024xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<8x4xf32>) outs(%d : memref<1024x1024xbf16>)
    {lhs_type = !a, rhs_type = !b,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 4, unroll = 4, raster = 8, store_slots = 2>}
  return
}
}
