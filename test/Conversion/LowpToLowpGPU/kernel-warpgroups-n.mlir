// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Tiles of 192 columns meet blocks of 128 in two places: scales are copied for
// groups of 64 columns, which no border crosses.

// CHECK-DAG:   !stage_sb = !lowp_gpu.stage<sb: 4x3xf32>
// CHECK:       lowp_gpu.role "load_scales" warps 1 registers 40 {
// CHECK:         lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:      %stage = lowp_gpu.acquire %scales
// CHECK-NEXT:      lowp_gpu.copy_rows %SB[%n] {{.*}} to %stage["sb"] {block = 128 : i64, group = 64 : i64}
// CHECK:       lowp_gpu.role "mma"
// CHECK:         %[[S0:.*]] = lowp_gpu.read_element %sb[%k, 0]
// CHECK-NEXT:    %[[S1:.*]] = lowp_gpu.read_element %sb[%k, 1]
// CHECK-NEXT:    %[[S2:.*]] = lowp_gpu.read_element %sb[%k, 2]
// CHECK:         lowp_gpu.promote {{.*}} scale %[[S0]], %[[S1]], %[[S2]] : !accumulator_128x192

// Two warpgroups divide the columns of a tile, and two CTAs split its K. A CTA
// stores 32 columns of either half, 64 apart, and needs the scales from the
// first of them to the last.

// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK-SAME:      %D: !map_64x32_bf16, %SA: !map_64_f32, %SB: !map_96_f32,
// CHECK:         %exchange = lowp_gpu.exchange : ![[EXCHANGE:.*]]
// CHECK:         %[[C32:.*]] = arith.constant 32 : i32
// CHECK-NEXT:    %[[OFFSET:.*]] = arith.muli %part, %[[C32]]
// CHECK-NEXT:    %[[COLUMN:.*]] = arith.addi %n, %[[OFFSET]]
// CHECK:         lowp_gpu.load %SB[%[[COLUMN]]] to %{{.*}}["sb"] : !map_96_f32
// CHECK:         lowp_gpu.role "mma" warps 8
// CHECK:         lowp_gpu.mma %a, %b into {{.*}} : !tile_64x128_f8E4M3FN, !tile_128x128_f8E4M3FN into ![[SUM:.*]]
// CHECK-NOT:     lowp_gpu.sync_warp
// CHECK:         %share = lowp_gpu.reduce_scatter %exchange, %sum#0 : ![[EXCHANGE]], ![[SUM]]
// CHECK:         %sb = lowp_gpu.view {{.*}}["sb"] : {{.*}} -> !tile_96_f32
// CHECK:         %output = lowp_gpu.epilogue %share rows {{.*}} columns %sb : !tile_96_f32 group_stride 64 {
// CHECK:         lowp_gpu.store_tile %output to %D[%m, %{{.*}}] group_stride 64 stages 1 : ![[OUTPUT:.*]] to !map_64x32_bf16

// A lone warpgroup issues its product first.

// CHECK-LABEL: lowp_gpu.kernel @gemm_2(
// CHECK:         lowp_gpu.role "mma" warps 4
// CHECK:         lowp_gpu.mma
// CHECK-NEXT:    lowp_gpu.sync_warp
// CHECK:         lowp_gpu.read_rows
// CHECK:         lowp_gpu.mma_wait

!a = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<128x128>>
!r = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!s = !lowp.scaled<1024x512xf8E4M3FN, #lowp.rowwise>
!t = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<1024x512xf8E4M3FN>, %sa: memref<4x1024xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<8x4xf32>, %d: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<1024x512xf8E4M3FN>, memref<4x1024xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<8x4xf32>) outs(%d : memref<1024x1024xbf16>)
    {lhs_type = !a, rhs_type = !b,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @neighbours(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<64x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<64x1024xbf16>)
    {lhs_type = !r, rhs_type = !s,
     lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>}
  return
}

func.func @alone(%a: memref<64x512xf8E4M3FN>, %sa: memref<4x64xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<8x4xf32>, %d: memref<64x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<8x4xf32>) outs(%d : memref<64x1024xbf16>)
    {lhs_type = !t, rhs_type = !b,
     lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1>}
  return
}
}
