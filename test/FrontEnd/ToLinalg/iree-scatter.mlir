// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s

// JAX counts negative indices from the end before; what is negative then is out of bounds, and left out: -1.
// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[U:[a-z0-9]*]]: tensor<5x4xf32>, %[[I:[a-z0-9]*]]: tensor<5x1xi32>, %[[X:[a-z0-9]*]]: tensor<16x4xf32>
// CHECK: %[[COLUMN:.*]] = tensor.collapse_shape %[[I]] {{\[\[}}0, 1]] : tensor<5x1xi32> into tensor<5xi32>
// CHECK: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[POSITIONS:.*]] = linalg.generic {{.*}} ins(%[[COLUMN]]
// CHECK: ^bb0(%[[IN:.*]]: i32, %{{.*}}: i64):
// CHECK:   %[[INDEX:.*]] = arith.index_cast %[[IN]] : i32 to index
// CHECK-NOT: arith.cmpi slt
// CHECK:   %[[INSIDE:.*]] = arith.cmpi ult, %[[INDEX]], %[[C16]]
// CHECK:   %[[NONE:.*]] = arith.constant -1 : i64
// CHECK:   %[[NUMBER:.*]] = arith.index_cast %[[INDEX]] : index to i64
// CHECK:   arith.select %[[INSIDE]], %[[NUMBER]], %[[NONE]]
// CHECK: lowp.scatter ins(%[[U]], %[[POSITIONS]] : tensor<5x4xf32>, tensor<5xi64>) outs(%[[X]] : tensor<16x4xf32>) dimensions [0] {
// CHECK: ^bb0(%[[UPDATE:.*]]: f32, %[[ELEMENT:.*]]: f32):
// CHECK:   %[[SUM:.*]] = arith.addf %[[ELEMENT]], %[[UPDATE]]
// CHECK:   lowp.scatter_yield %[[SUM]]
func.func @accumulate(%u: tensor<5x4xf32>, %i: tensor<5x1xi32>, %x: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<5x4xf32>, tensor<5x1xi32>) outs(%x : tensor<16x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// The gradient of take_along_axis: numbers of rows are beside the indices in a tensor with one dimension more.
// CHECK-LABEL: func.func @along_rows(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<12xi32>) outs(%{{.*}} : tensor<12xi64>)
// CHECK:   %[[UPDATE:.*]] = linalg.index 0
// CHECK:   %[[C3:.*]] = arith.constant 3 : index
// CHECK:   arith.divui %[[UPDATE]], %[[C3]]
// CHECK: lowp.scatter {{.*}} dimensions [0, 1] window [1, 3] {
func.func @along_rows(%u: tensor<12xf32>, %i: tensor<4x3x1xi32>, %x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x3x1xi32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<4x3x1xi32>) {
  ^bb0(%a: i32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  } -> tensor<4x3x1xi32>
  %m = tensor.empty() : tensor<4x3x2xi32>
  %m0 = tensor.insert_slice %rows into %m[0, 0, 0] [4, 3, 1] [1, 1, 1] : tensor<4x3x1xi32> into tensor<4x3x2xi32>
  %m1 = tensor.insert_slice %i into %m0[0, 0, 1] [4, 3, 1] [1, 1, 1] : tensor<4x3x1xi32> into tensor<4x3x2xi32>
  %n = tensor.collapse_shape %m1 [[0, 1], [2]] : tensor<4x3x2xi32> into tensor<12x2xi32>
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%u, %n : tensor<12xf32>, tensor<12x2xi32>) outs(%x : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Nothing is known of rows that are inserted at a place that only the run time knows.
// CHECK-LABEL: func.func @some_place(
// CHECK: lowp.scatter {{.*}} dimensions [0, 1] {
func.func @some_place(%u: tensor<4xf32>, %i: tensor<4x2xi32>, %x: tensor<4x16xf32>, %at: index) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x1xi32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x1xi32>) {
  ^bb0(%a: i32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  } -> tensor<4x1xi32>
  %m = tensor.insert_slice %rows into %i[0, %at] [4, 1] [1, 1] : tensor<4x1xi32> into tensor<4x2xi32>
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%u, %m : tensor<4xf32>, tensor<4x2xi32>) outs(%x : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
