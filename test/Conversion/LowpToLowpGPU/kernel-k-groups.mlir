// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// The host launches as for a batch: a matrix of the result for each group.
// CHECK-LABEL: func.func @gradients(
// CHECK:         cf.assert %{{.*}}, "gemm: expected as many groups as the result has matrices"
// CHECK:         cf.assert %{{.*}}, "gemm: expected at most 1024 groups; divide the matmul"
// CHECK:         %[[TILES:.*]] = arith.divui
// CHECK:         %[[BATCH_M:.*]] = arith.muli %[[TILES]],
// CHECK:         %[[ROWS:.*]] = arith.muli %[[G:.*]], %[[BATCH_M]]
// CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0
// CHECK-SAME:      args(%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %[[ROWS]], %{{[0-9]+}}, %{{[0-9]+}}, %[[BATCH_M]], %arg2, %[[G]])

// Roles find the matrix of a row of the scheduler and its K in the table. What the last
// block has of the next group is cleared; blocks after it are read after all of K.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK-SAME:      %A: !map_64x64_bf16, %B: !map_64x64_bf16, %D: !map_1x64x64_bf16, %M: i32, %N: i32, %K: i32, %batch_m: i32, %groups: memref<?xi32>, %G: i32)
// CHECK:         %[[TABLE:.*]], %rows = lowp_gpu.group_table rows %groups count %G most 1024 m %K tile_m 64 : memref<?xi32>
// CHECK:         lowp_gpu.tile_scheduler(%M, %N)
// CHECK:         lowp_gpu.role "load"
// CHECK:           %group, %row, %[[FIRST:.*]], %[[SIZE:.*]], %[[EXTENT:.*]] = lowp_gpu.locate_k %[[TABLE]][%m] rows %batch_m
// CHECK:           lowp_gpu.for_each_k %[[EXTENT]] : (%k)
// CHECK:             %[[BLOCK:.*]] = arith.muli %k, %c64_i32
// CHECK:             %[[IN:.*]] = arith.cmpi slt, %[[BLOCK]], %[[SIZE]]
// CHECK:             %[[ELEMENT:.*]] = arith.addi %[[BLOCK]], %[[FIRST]]
// CHECK:             %[[K:.*]] = arith.select %[[IN]], %[[ELEMENT]], %K
// CHECK:             lowp_gpu.load %A[%[[K]], %row] to
// CHECK:             lowp_gpu.load %B[%[[K]], %n] to
// CHECK:         lowp_gpu.role "mma"
// CHECK:           %group, %row, %{{.*}}, %[[SIZE:.*]], %[[EXTENT:.*]] = lowp_gpu.locate_k %[[TABLE]][%m] rows %batch_m
// CHECK:           lowp_gpu.for_each_k %[[EXTENT]] : (%k)
// CHECK:             %[[BEFORE:.*]] = arith.muli %k, %c64_i32
// CHECK:             %[[LEFT:.*]] = arith.subi %[[SIZE]], %[[BEFORE]]
// CHECK:             %[[HAS:.*]] = arith.cmpi sgt, %[[LEFT]], %c0_i32
// CHECK:             %[[END:.*]] = arith.select %[[HAS]], %[[LEFT]], %c64_i32
// CHECK:             lowp_gpu.zero_tail %a, %b from %[[END]] : !tile_2x64x64_bf16, !tile_4x64x64_bf16
// CHECK:             lowp_gpu.mma %a, %b
// CHECK:           %[[GROUP:.*]], %[[ROW:.*]], %{{.*}}, %{{.*}}, %{{.*}} = lowp_gpu.locate_k %[[TABLE]][%m] rows %batch_m
// CHECK:           lowp_gpu.store_tile %{{.*}} to %D[%[[ROW]], %n] batch %[[GROUP]] stages 2

// A store in four steps hides behind four blocks.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK-COUNT-3: lowp_gpu.locate_k %{{.*}}[%m] rows %batch_m least 193

#config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 16, epilogue_stages = 2>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @gradients(%dy: memref<?x512xbf16>, %x: memref<?x256xbf16>, %ends: memref<?xi32>, %dw: memref<?x512x256xbf16>) {
  lowp.gemm lhs(%dy : memref<?x512xbf16>) rhs(%x : memref<?x256xbf16>) groups(%ends : memref<?xi32>) outs(%dw : memref<?x512x256xbf16>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (k, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
     lowp_gpu.config = #config}
  return
}
func.func @overlapped(%dy: memref<640x512xbf16>, %x: memref<640x256xbf16>, %ends: memref<8xi32>, %dw: memref<8x512x256xbf16>) {
  lowp.gemm lhs(%dy : memref<640x512xbf16>) rhs(%x : memref<640x256xbf16>) groups(%ends : memref<8xi32>) outs(%dw : memref<8x512x256xbf16>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (k, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1, overlap_store>}
  return
}
}
