// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Where one lane starts products into tensor memory, its blocks are those of the group of the tile. Nothing is cleared: zeros lie between
// groups, and atoms of scales begin where groups do.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK:         lowp_gpu.group_table rows %groups {{.*}} tile_m 128
// CHECK:         lowp_gpu.role "load"
// CHECK:           %{{.*}}, %[[ROW:.*]], %{{.*}}, %{{.*}}, %[[LOADED:.*]] = lowp_gpu.locate_k %{{.*}} spread
// CHECK:           lowp_gpu.for_each_k %[[LOADED]] :
// CHECK:             %[[K:.*]] = arith.select %{{.*}}, %{{.*}}, %K
// CHECK:             %[[BLOCK:.*]] = arith.divui %[[K]], %c128_i32
// CHECK:             %[[ATOM:.*]] = arith.divui %[[ROW]], %c128_i32
// CHECK:             %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c1_i32
// CHECK:             lowp_gpu.load %SA[%[[ATOM]], %[[FIRST]], %c0_i32] to
// CHECK:         lowp_gpu.role "mma"
// CHECK:           %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[EXTENT:.*]] = lowp_gpu.locate_k %{{.*}} spread
// CHECK:           lowp_gpu.for_each_k %[[EXTENT]] :
// CHECK-NOT:         lowp_gpu.zero_tail
// CHECK:             lowp_gpu.mma_into

!a = !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, start = 128>>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @dw(%x: memref<256x1024xf8E4M3FN>, %s: memref<2x8x32x4x4xf8E8M0FNU>, %ends: memref<4xi32>, %dw: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<2x8x32x4x4xf8E8M0FNU>) rhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<2x8x32x4x4xf8E8M0FNU>)
    groups(%ends : memref<4xi32>) outs(%dw : memref<4x256x256xbf16>) {lhs_type = !a, rhs_type = !a}
  return
}
}
