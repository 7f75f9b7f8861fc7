// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Scales of 32 elements of K: four of a row come with a stage, whose product is
// promoted in as many slices. The stage is released after the last one.

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK-SAME:      %SA: !map_4x128_f32, %SB: !map_4x64_f32,
// CHECK:         lowp_gpu.role "load"
// CHECK:             lowp_gpu.for_each_k %K : (%k) {
// CHECK:               %[[C4:.*]] = arith.constant 4 : i32
// CHECK-NEXT:          %[[FIRST:.*]] = arith.muli %k, %[[C4]] : i32
// CHECK-NEXT:          lowp_gpu.load %SA[%[[FIRST]], %m] to %stage["sa"]
// CHECK:               lowp_gpu.load %SB[%{{.*}}, %n] to %stage["sb"]
// CHECK:         lowp_gpu.role "mma"
// CHECK:             lowp_gpu.for_each_k %K : (%k) iter_args(%[[SUM:.*]] = %zero, %[[PARTIAL:.*]] = %undefined)
// CHECK-NEXT:          %stage = lowp_gpu.wait %operands
// CHECK-NEXT:          %a = lowp_gpu.view %stage["a"]
// CHECK-NEXT:          %b = lowp_gpu.view %stage["b"]
// CHECK-NEXT:          %product = lowp_gpu.mma %a, %b slice 0 of 4 into %[[PARTIAL]] overwrite
// CHECK-NEXT:          %sa = lowp_gpu.view %stage["sa"] : {{.*}} -> !tile_1x128_f32
// CHECK-NEXT:          %rows = lowp_gpu.read_rows %sa
// CHECK-NEXT:          %finished = lowp_gpu.mma_wait %product pending 0
// CHECK-NEXT:          %sb = lowp_gpu.view %stage["sb"] : {{.*}} -> !tile_1x64_f32
// CHECK-NEXT:          %columns = lowp_gpu.slice_columns %sb column 0
// CHECK-NEXT:          %[[SUM_0:.*]] = lowp_gpu.promote %finished into %[[SUM]] rows %rows : !rows_128 columns %columns
// CHECK-NEXT:          %[[B1:.*]] = lowp_gpu.view %stage["b"]
// CHECK-NEXT:          %[[PRODUCT_1:.*]] = lowp_gpu.mma %a, %[[B1]] slice 1 of 4 into %finished overwrite
// CHECK-NEXT:          %[[SA1:.*]] = lowp_gpu.view %stage["sa"] row 1
// CHECK-NEXT:          %[[ROWS_1:.*]] = lowp_gpu.read_rows %[[SA1]]
// CHECK-NEXT:          %[[FINISHED_1:.*]] = lowp_gpu.mma_wait %[[PRODUCT_1]] pending 0
// CHECK-NEXT:          %[[SB1:.*]] = lowp_gpu.view %stage["sb"] row 1
// CHECK-NEXT:          %[[COLUMNS_1:.*]] = lowp_gpu.slice_columns %[[SB1]] column 0
// CHECK-NEXT:          lowp_gpu.promote %[[FINISHED_1]] into %[[SUM_0]] rows %[[ROWS_1]] : !rows_128 columns %[[COLUMNS_1]]
// CHECK:               slice 2 of 4
// CHECK:               lowp_gpu.promote
// CHECK:               slice 3 of 4
// CHECK-NOT:           lowp_gpu.release
// CHECK:               lowp_gpu.promote
// CHECK-NEXT:          lowp_gpu.release %stage

// Finer on the left alone: what is copied for the tile's columns is read once,
// and the stage is released before the last promotion.

// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK-SAME:      %SA: !map_4x128_f32, %SB: memref<8x4xf32>,
// CHECK:         lowp_gpu.role "mma"
// CHECK:               %[[SCALE:.*]] = lowp_gpu.read_element %sb[%k, 0]
// CHECK:               slice 0 of 4
// CHECK:               lowp_gpu.promote {{.*}} scale %[[SCALE]]
// CHECK:               slice 3 of 4
// CHECK:               lowp_gpu.read_rows
// CHECK-NEXT:          lowp_gpu.mma_wait
// CHECK-NEXT:          lowp_gpu.release %stage
// CHECK-NEXT:          lowp_gpu.promote {{.*}} scale %[[SCALE]]

// Finer on the right alone: scales of rows are read once.

// CHECK-LABEL: lowp_gpu.kernel @gemm_2(
// CHECK-SAME:      %SA: !map_1x128_f32, %SB: !map_4x64_f32,
// CHECK:         lowp_gpu.role "mma"
// CHECK:               slice 0 of 4
// CHECK:               %rows = lowp_gpu.read_rows
// CHECK-NOT:           lowp_gpu.read_rows
// CHECK:               slice 3 of 4
// CHECK:               lowp_gpu.promote {{.*}} rows %rows

// Two stages to a scale.

// CHECK-LABEL: lowp_gpu.kernel @gemm_3(
// CHECK-SAME:      %SA: !map_1x128_f32, %SB: memref<8x2xf32>,
// CHECK:         lowp_gpu.role "load"
// CHECK:               %[[C2:.*]] = arith.constant 2 : i32
// CHECK-NEXT:          %[[FIRST:.*]] = arith.divui %k, %[[C2]] : i32
// CHECK-NEXT:          lowp_gpu.load %SA[%[[FIRST]], %m] to %stage["sa"]
// CHECK:         lowp_gpu.role "load_scales"
// CHECK:           %[[K:.*]] = arith.constant 512 : i32
// CHECK-NEXT:      %[[C256:.*]] = arith.constant 256 : i32
// CHECK-NEXT:      arith.ceildivui %[[K]], %[[C256]]
// CHECK:         lowp_gpu.role "mma"
// CHECK:               %[[BLOCK:.*]] = arith.divui %k, %{{.*}} : i32
// CHECK-NEXT:          lowp_gpu.read_element %sb[%[[BLOCK]], 0]
// CHECK-NOT:           slice

module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<?x512xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
func.func @fine_rows(%a: memref<?x512xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<8x4xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<8x4xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<128x128>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
func.func @fine_columns(%a: memref<?x512xf8E4M3FN>, %sa: memref<4x?xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<4x?xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
func.func @coarse(%a: memref<?x512xf8E4M3FN>, %sa: memref<2x?xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<8x2xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<2x?xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<8x2xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<128x256>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
}
