// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Scales of rows are those of the group of the tile. Its last block ends within a block where groups begin at multiples
// of 16: what lies after it, of both operands, becomes 0 before all products of the block.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK-SAME:    %SA: !map_1x128_f32, %SB: !map_1x256_f32
// CHECK:         lowp_gpu.group_table rows %groups count %{{.*}} most 4 m %K tile_m 16 : memref<4xi32>
// CHECK:         lowp_gpu.role "load"
// CHECK:           %[[GROUP:.*]], %[[ROW:.*]], %{{.*}}, %{{.*}}, %{{.*}} = lowp_gpu.locate_k %{{.*}} spread
// CHECK:           lowp_gpu.load %SA[%[[GROUP]], %[[ROW]]] to
// CHECK:           lowp_gpu.load %SB[%[[GROUP]], %n] to
// CHECK:         lowp_gpu.role "mma"
// CHECK:           %{{.*}}, %{{.*}}, %{{.*}}, %[[SIZE:.*]], %[[EXTENT:.*]] = lowp_gpu.locate_k %{{.*}} spread
// CHECK:           lowp_gpu.for_each_k %[[EXTENT]] : (%[[STEP:[a-z]+]])
// CHECK:             %[[BEGUN:.*]] = arith.muli %[[STEP]], %c128_i32
// CHECK:             %[[LEFT:.*]] = arith.subi %[[SIZE]], %[[BEGUN]]
// CHECK:             %[[END:.*]] = arith.select %{{.*}}, %[[LEFT]], %c128_i32
// CHECK:             lowp_gpu.zero_tail %a, %b from %[[END]] : !tile_128x128_f8E4M3FN, !tile_256x128_f8E4M3FN
// CHECK-COUNT-2:     lowp_gpu.promote

// One sum takes all of K where that is permitted; a scale of all of a group is a factor of its matrix.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK-SAME:    %SA: memref<4xf32>, %SB: memref<4xf32>
// CHECK:         lowp_gpu.role "mma"
// CHECK:           %[[GROUP:.*]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = lowp_gpu.locate_k
// CHECK-DAG:       lowp_gpu.load_scalar %SA[%[[GROUP]]]
// CHECK-DAG:       lowp_gpu.load_scalar %SB[%[[GROUP]]]
// CHECK:             lowp_gpu.zero_tail %a, %b from
// CHECK-NEXT:        lowp_gpu.mma %a, %b into %{{[^ ]*}} :

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 2>
!rows = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <4, axis = 1, start = 16>>
!wholes = !lowp.scaled<256x1024xf8E4M3FN, #lowp.tensorwise, groups = <4, axis = 1, start = 16>>
#wide = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 16, epilogue_stages = 2>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @rows(%x: memref<256x1024xf8E4M3FN>, %sx: memref<4x256xf32>, %ends: memref<4xi32>, %dw: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<4x256xf32>) rhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<4x256xf32>)
    groups(%ends : memref<4xi32>) outs(%dw : memref<4x256x256xbf16>) {lhs_type = !rows, rhs_type = !rows, lowp_gpu.config = #wide}
  return
}
func.func @wholes(%x: memref<256x1024xf8E4M3FN>, %sx: memref<1x4xf32>, %ends: memref<4xi32>, %dw: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<1x4xf32>) rhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<1x4xf32>)
    groups(%ends : memref<4xi32>) outs(%dw : memref<4x256x256xbf16>) {lhs_type = !wholes, rhs_type = !wholes, fast_accumulation, lowp_gpu.config = #config}
  return
}
}
