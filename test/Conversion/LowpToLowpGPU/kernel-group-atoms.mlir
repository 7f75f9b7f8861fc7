// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Where groups begin with atoms of scales, those of a tile lie at its virtual rows; its data lie at the rows of the group.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK-SAME:    %SA: !map_1x1x512_f8E8M0FNU
// CHECK:         lowp_gpu.group_table rows %groups {{.*}} tile_m 128
// CHECK:         lowp_gpu.role "load"
// CHECK-NEXT:      lowp_gpu.for_each_tile %{{.*}} : (%[[VIRTUAL:[a-z]+]], %{{.*}}) {
// CHECK:             %{{.*}}, %[[ROW:.*]], %{{.*}} = lowp_gpu.locate_group %{{.*}}[%[[VIRTUAL]]]
// CHECK:             lowp_gpu.load %A[%[[ROW]], %{{.*}}] to
// CHECK:             %[[ATOM:.*]] = arith.divui %[[VIRTUAL]], %c128_i32
// CHECK:             lowp_gpu.load %SA[%[[ATOM]], %{{.*}}, %c0_i32] to %{{.*}}["sa"]

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 128>>
!b = !lowp.scaled<3x256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @groups(%a: memref<256x512xf8E4M3FN>, %sa: memref<4x4x32x4x4xf8E8M0FNU>, %b: memref<3x256x512xf8E4M3FN>, %sb: memref<3x2x4x32x4x4xf8E8M0FNU>, %ends: memref<3xi32>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<4x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<3x256x512xf8E4M3FN>, memref<3x2x4x32x4x4xf8E8M0FNU>) groups(%ends : memref<3xi32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b}
  return
}
}
