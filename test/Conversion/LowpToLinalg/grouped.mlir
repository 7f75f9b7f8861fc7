// RUN: lowp-opt %s --split-input-file --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// Groups of rows: the sum runs over groups too, and what is in another group
// counts as 0. Offsets are compared with, never an address.

// CHECK-DAG:   #[[X:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK-DAG:   #[[W:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG:   #[[Y:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[LHS:[a-z0-9]*]]: tensor<64x256xbf16>, %[[RHS:[a-z0-9]*]]: tensor<8x32x256xbf16>, %[[ENDS:[a-z0-9]*]]: tensor<8xi32>
// CHECK:         linalg.generic {indexing_maps = [#[[X]], #[[W]], #[[Y]]],
// CHECK-SAME:      iterator_types = ["reduction", "parallel", "parallel", "reduction"]
// CHECK-SAME:      ins(%[[LHS]], %[[RHS]]
// CHECK:           %[[TERM:.*]] = arith.mulf {{.*}} : f64
// CHECK:           %[[GROUP:.*]] = linalg.index 0
// CHECK:           %[[ROW:.*]] = linalg.index 1
// CHECK:           tensor.extract %[[ENDS]][%[[GROUP]]]
// CHECK:           arith.cmpi slt, %[[ROW]]
// CHECK:           arith.cmpi sge, %[[ROW]]
// CHECK:           arith.select %{{.*}}, %[[TERM]], %{{.*}} : f64
func.func @rows(%x: tensor<64x256xbf16>, %w: tensor<8x32x256xbf16>, %ends: tensor<8xi32>) -> tensor<64x32xbf16> {
  %y = lowp.grouped_matmul %x, %w offsets(%ends : tensor<8xi32>)
     : tensor<64x256xbf16>, tensor<8x32x256xbf16> -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// -----

// Batches without counts: nothing is left out.

// CHECK-LABEL: func.func @batch(
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-NOT:       arith.select
// CHECK:         return
func.func @batch(%x: tensor<8x64x256xbf16>, %w: tensor<8x32x256xbf16>) -> tensor<8x64x32xbf16> {
  %y = lowp.grouped_matmul %x, %w : tensor<8x64x256xbf16>, tensor<8x32x256xbf16> -> tensor<8x64x32xbf16>
  return %y : tensor<8x64x32xbf16>
}

// -----

// Each matrix of a batch is decoded with scales of its own.

// CHECK-LABEL: func.func @scaled(
// CHECK:         %[[WD:.*]], %[[WS:.*]] = lowp.split_scaled %{{.*}} : !lowp.scaled<8x32x256
// CHECK:         scf.for %[[G:[a-z0-9]*]] =
// CHECK:           tensor.extract_slice %[[WD]][%[[G]], 0, 0] [1, 32, 256]
// CHECK:           tensor.extract_slice %[[WS]][%[[G]], 0, 0] [1, 32, 1]
// CHECK:           tensor.insert_slice
!x = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8x32x256xf8E4M3FN, #lowp.rowwise>
func.func @scaled(%x: !x, %w: !w, %ends: tensor<8xi32>) -> tensor<64x32xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w offsets(%ends : tensor<8xi32>) : !x, !w -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// Matrices without elements: nothing to slice.
// CHECK-LABEL: func.func @no_columns(
// CHECK-NOT:     tensor.extract_slice %{{.*}} tensor<4x0x
// CHECK:         return %{{.*}} : tensor<16x0xbf16>
!left = !lowp.scaled<16x16xf4E2M1FN, #lowp.nvfp4<1x16>>
!right = !lowp.scaled<4x0x16xf4E2M1FN, #lowp.nvfp4<16x16>>
func.func @no_columns(%x: !left, %w: !right, %ends: tensor<4xi32>) -> tensor<16x0xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w offsets(%ends : tensor<4xi32>) : !left, !right -> tensor<16x0xbf16>
  return %y : tensor<16x0xbf16>
}
