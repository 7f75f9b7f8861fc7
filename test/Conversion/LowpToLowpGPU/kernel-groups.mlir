// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// The host knows how many rows and groups there are, not where groups end: it
// launches for the most tiles that there can be, and for none without groups.
// CHECK-LABEL: func.func @rows(
// CHECK:         cf.assert %{{.*}}, "gemm: expected at most 2147482623 rows in all groups; divide the matmul"
// CHECK:         %[[FULL:.*]] = arith.divui %[[M:.*]], %c128_i32
// CHECK:         %[[ENDS:.*]] = arith.minui %[[G:.*]], %[[M]]
// CHECK:         %[[MOST:.*]] = arith.addi %[[FULL]], %[[ENDS]]
// CHECK:         %[[EMPTY:.*]] = arith.cmpi eq, %[[G]], %c0_i32
// CHECK:         %[[ROWS:.*]] = arith.select %[[EMPTY]], %c0_i32, %[[MOST]]
// CHECK:         %[[TILES:.*]] = arith.muli %[[ROWS]],
// CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0 tiles(%[[TILES]])
// CHECK-SAME:      args(%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %arg5, %{{[0-9]+}}, %{{.*}}, %[[M]], %{{[0-9]+}}, %{{[0-9]+}}, %arg4, %[[G]])

// The whole batch has the most tiles of matrices that are counted.
// CHECK-LABEL: func.func @counts(
// CHECK:         cf.assert %{{.*}}, "gemm: expected as many groups as the rhs has matrices"
// CHECK:         cf.assert %{{.*}}, "gemm: expected as many matrices on the left as the rhs has matrices"
// CHECK:         cf.assert %{{.*}}, "gemm: expected at most 1024 groups; divide the matmul"

// Scales of rows begin at multiples of 4, and so has their copy 4 more.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK-SAME:      %D: !map_64x64_bf16, %D_rows: memref<?x512xbf16>, %SA: !map_1x132_f32, {{.*}}%groups: memref<8xi32>, %G: i32)
// CHECK:         %[[TABLE:.*]], %rows = lowp_gpu.group_table rows %groups count %c8_i32 most 8 m %M tile_m 128 : memref<8xi32>
// CHECK:         lowp_gpu.tile_scheduler(%rows, %c512_i32)
// CHECK:         lowp_gpu.role "load"
// CHECK:           %group, %row, %end = lowp_gpu.locate_group %[[TABLE]][%m]
// CHECK:           lowp_gpu.load %A[%row, %{{.*}}] to
// CHECK:           lowp_gpu.load %B[%group, %n, %{{.*}}] to
// CHECK:           %[[BEFORE:.*]] = arith.andi %row, %c-4_i32
// CHECK:           lowp_gpu.load %SA[%k, %[[BEFORE]]] to
// CHECK:         lowp_gpu.role "load_scales"
// CHECK:           %group, %row, %end = lowp_gpu.locate_group %[[TABLE]][%m]
// CHECK:           %[[FIRST:.*]] = arith.muli %group,
// CHECK:         lowp_gpu.role "mma"
// CHECK:           %group, %row, %end = lowp_gpu.locate_group %[[TABLE]][%m]
// CHECK:           %[[LOW:.*]] = arith.andi %row, %c3_i32
// CHECK:           lowp_gpu.read_rows %{{.*}} offset %[[LOW]] :
// CHECK:           %group_{{.*}}, %[[ROW:.*]], %[[END:.*]] = lowp_gpu.locate_group %[[TABLE]][%m]
// CHECK:           lowp_gpu.store_tile %{{.*}} to %D or rows %D_rows : memref<?x512xbf16>[%[[ROW]], %n] m %[[END]] n %N stages 2

// Each matrix has scales at places of their own; as many groups as fit.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK:         %[[TABLE:.*]], %rows = lowp_gpu.group_table counts %groups count %G most 1024 m %M tile_m 64 : memref<?xi32>
// CHECK:           lowp_gpu.load %SA[%group, %row] to
// CHECK:         lowp_gpu.role "mma"
// CHECK-NOT:       offset
// CHECK:           lowp_gpu.store_tile %{{.*}} to %D or rows %D_rows : memref<?x100x512xbf16>[%row{{.*}}, %n] batch %group{{.*}} m %end{{.*}} n %N

#config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 4, group_m = 16, epilogue_stages = 2, pdl = late>
!xb = !lowp.scaled<?x100x512xf8E4M3FN, #lowp.rowwise>
!wb = !lowp.scaled<?x512x512xf8E4M3FN, #lowp.rowwise>
!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!w = !lowp.scaled<8x512x512xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @rows(%a: memref<?x512xf8E4M3FN>, %sa: memref<4x?xf32>, %b: memref<8x512x512xf8E4M3FN>, %sb: memref<8x4x4xf32>, %ends: memref<8xi32>, %d: memref<?x512xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<4x?xf32>) rhs(%b, %sb : memref<8x512x512xf8E4M3FN>, memref<8x4x4xf32>) groups(%ends : memref<8xi32>) outs(%d : memref<?x512xbf16>)
    {lhs_type = !x, rhs_type = !w, lowp_gpu.config = #config}
  return
}
func.func @counts(%a: memref<?x100x512xf8E4M3FN>, %sa: memref<?x100x1xf32>, %b: memref<?x512x512xf8E4M3FN>, %sb: memref<?x512x1xf32>, %counts: memref<?xi32>, %d: memref<?x100x512xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x100x512xf8E4M3FN>, memref<?x100x1xf32>) rhs(%b, %sb : memref<?x512x512xf8E4M3FN>, memref<?x512x1xf32>) groups(%counts : memref<?xi32>) outs(%d : memref<?x100x512xbf16>)
    {lhs_type = !xb, rhs_type = !wb, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1>}
  return
}
}
