// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Groups begin within a copy: their data are read there and cleared from their end on, their scales from copies of their own. After the end
// of a group there are neither.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK:         %[[DATA:.*]], %{{.*}} = lowp_gpu.group_table rows %groups {{.*}} tile_m 32
// CHECK:         %[[SCALES:.*]], %{{.*}} = lowp_gpu.group_table rows %groups {{.*}} tile_m 128
// CHECK:         lowp_gpu.role "load"
// CHECK:           %{{.*}}, %[[ROW:.*]], %[[FIRST:.*]], %[[SIZE:.*]], %[[EXTENT:.*]] = lowp_gpu.locate_k %[[DATA]][%m] rows %batch_m spread
// CHECK:           %{{.*}}, %{{.*}}, %[[PLACE:.*]], %{{.*}}, %{{.*}} = lowp_gpu.locate_k %[[SCALES]][%m] rows %batch_m spread
// CHECK:           lowp_gpu.for_each_k %[[EXTENT]] :
// CHECK:             arith.addi %{{.*}}, %[[FIRST]]
// CHECK:             %[[INSIDE:.*]] = arith.cmpi slt, %{{.*}}, %[[SIZE]]
// CHECK:             %[[BLOCK:.*]] = arith.divui %[[PLACE]], %c128_i32
// CHECK:             %[[NEXT:.*]] = arith.addi %[[BLOCK]],
// CHECK:             arith.select %[[INSIDE]], %[[NEXT]], %c16777216_i32
// CHECK:         lowp_gpu.role "mma" warps 1 registers 0 {
// CHECK:             lowp_gpu.zero_tail %a, %b from %{{.*}} by_warp
// CHECK-NOT:         lowp_gpu.keep_scales
// CHECK:             lowp_gpu.mma_into

!a = !lowp.scaled<256x1056xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, alignment = 4, start = 32>>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @dw(%x: memref<256x1056xf8E4M3FN>, %s: memref<2x12x32x4x4xf8E8M0FNU>, %ends: memref<4xi32>, %dw: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x, %s : memref<256x1056xf8E4M3FN>, memref<2x12x32x4x4xf8E8M0FNU>) rhs(%x, %s : memref<256x1056xf8E4M3FN>, memref<2x12x32x4x4xf8E8M0FNU>)
    groups(%ends : memref<4xi32>) outs(%dw : memref<4x256x256xbf16>) {lhs_type = !a, rhs_type = !a}
  return
}
}
