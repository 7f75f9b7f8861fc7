// RUN: lowp-opt %s --split-input-file --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// Groups of rows: each row counts the groups that end at it or before, and reads the matrix of its group alone. Ends are
// compared with, never an address.

// CHECK-DAG:   #[[ENDS_OF:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG:   #[[X:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG:   #[[GROUP_OF:.*]] = affine_map<(d0, d1, d2) -> (d0)>
// CHECK-DAG:   #[[Y:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[LHS:[a-z0-9]*]]: tensor<64x256xbf16>, %[[RHS:[a-z0-9]*]]: tensor<8x32x256xbf16>, %[[ENDS:[a-z0-9]*]]: tensor<8xi32>
// CHECK:         %[[COUNT:.*]] = arith.constant 8 : index
// CHECK:         %[[GROUPS:.*]] = linalg.generic {indexing_maps = [#[[ENDS_OF]], #[[ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME:      ins(%[[ENDS]] : tensor<8xi32>)
// CHECK:           arith.cmpi sle, %{{.*}}, %{{.*}} : index
// CHECK:         linalg.generic {indexing_maps = [#[[X]], #[[GROUP_OF]], #[[Y]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME:      ins(%[[LHS]], %[[GROUPS]]
// CHECK:           %[[GROUP:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK:           %[[IS:.*]] = arith.cmpi slt, %[[GROUP]], %[[COUNT]]
// CHECK:           scf.if %[[IS]] -> (f64)
// CHECK:             tensor.extract %[[RHS]][%[[GROUP]],
// CHECK:             arith.mulf {{.*}} : f64
func.func @rows(%x: tensor<64x256xbf16>, %w: tensor<8x32x256xbf16>, %ends: tensor<8xi32>) -> tensor<64x32xbf16> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
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
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) : !x, !w -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// Matrices without elements: nothing to slice.
// CHECK-LABEL: func.func @no_columns(
// CHECK-NOT:     tensor.extract_slice %{{.*}} tensor<4x0x
// CHECK:         return %{{.*}} : tensor<16x0xbf16>
!left = !lowp.scaled<16x16xf4E2M1FN, #lowp.nvfp4<1x16>>
!right = !lowp.scaled<4x0x16xf4E2M1FN, #lowp.nvfp4<16x16>>
func.func @no_columns(%x: !left, %w: !right, %ends: tensor<4xi32>) -> tensor<16x0xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<4xi32>) : !left, !right -> tensor<16x0xbf16>
  return %y : tensor<16x0xbf16>
}
