// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Groups begin at multiples of a block: so do their scales. Nothing is cleared, as zeros lie
// after a group, and a block after all of K has scales of 0.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK:         %[[TABLE:.*]], %rows = lowp_gpu.group_table rows %groups count %{{.*}} most 4 m %K tile_m 128 : memref<4xi32>
// CHECK:         lowp_gpu.role "load"
// CHECK:           %group, %row, %[[FIRST:.*]], %[[SIZE:.*]], %[[EXTENT:.*]] = lowp_gpu.locate_k %[[TABLE]][%m] rows %batch_m spread
// CHECK:             %[[K:.*]] = arith.select %{{.*}}, %{{.*}}, %K
// CHECK:             %[[BLOCK:.*]] = arith.divui %[[K]], %c128_i32
// CHECK:             lowp_gpu.load %A[%row, %[[K]]] to
// CHECK:             lowp_gpu.load %B[%n, %[[K]]] to
// CHECK:             lowp_gpu.load %SA[%[[BLOCK]], %row] to
// CHECK:             lowp_gpu.load %SB[%[[BLOCK]], %n] to
// CHECK:         lowp_gpu.role "mma"
// CHECK:           lowp_gpu.for_each_k %extent : (%k)
// CHECK-NOT:         lowp_gpu.zero_tail
// CHECK:             lowp_gpu.promote

// Scales of columns are copied for the group of the tile alone.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK:           %group, %row, %[[FIRST:.*]], %{{.*}}, %[[EXTENT:.*]] = lowp_gpu.locate_k
// CHECK-DAG:       %[[FROM:.*]] = arith.divui %[[FIRST]], %c128_i32
// CHECK-DAG:       %[[COUNT:.*]] = arith.ceildivui %[[EXTENT]], %c128_i32
// CHECK:           lowp_gpu.copy_rows %SB[%{{.*}}] rows %{{.*}} length %{{.*}} from %[[FROM]] count %[[COUNT]] to

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 2>
!a = !lowp.scaled<256x1024xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <4, axis = 1, start = 128>>
!b = !lowp.scaled<256x1024xf8E4M3FN, #lowp.block<128x128>, groups = <4, axis = 1, start = 128>>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @blocks(%x: memref<256x1024xf8E4M3FN>, %sx: memref<8x256xf32>, %ends: memref<4xi32>, %dw: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<8x256xf32>) rhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<8x256xf32>)
    groups(%ends : memref<4xi32>) outs(%dw : memref<4x256x256xbf16>) {lhs_type = !a, rhs_type = !a, lowp_gpu.config = #config}
  return
}
func.func @tiles(%x: memref<256x1024xf8E4M3FN>, %sx: memref<8x256xf32>, %sb: memref<2x8xf32>, %ends: memref<4xi32>, %dw: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<8x256xf32>) rhs(%x, %sb : memref<256x1024xf8E4M3FN>, memref<2x8xf32>)
    groups(%ends : memref<4xi32>) outs(%dw : memref<4x256x256xbf16>) {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #config}
  return
}
}
