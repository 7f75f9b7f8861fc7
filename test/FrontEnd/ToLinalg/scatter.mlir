// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s

// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0) -> (d0)>

// Indices count from the end where they are negative; updates lose the dimension that indices choose in.
// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[U:[a-z0-9]*]]: tensor<4x1x8xf32>, %[[I:[a-z0-9]*]]: tensor<4x1xi64>, %[[X:[a-z0-9]*]]: tensor<32x8xf32>
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %[[U]] {{\[\[}}0, 1], [2]] : tensor<4x1x8xf32> into tensor<4x8xf32>
// CHECK: %[[COLUMN:.*]] = tensor.collapse_shape %[[I]] {{\[\[}}0, 1]] : tensor<4x1xi64> into tensor<4xi64>
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// CHECK: %[[POSITIONS:.*]] = linalg.generic {indexing_maps = [#[[ROWS]], #[[ROWS]]], iterator_types = ["parallel"]} ins(%[[COLUMN]]
// CHECK: ^bb0(%[[IN:.*]]: i64, %{{.*}}: i64):
// CHECK:   %[[INDEX:.*]] = arith.index_cast %[[IN]] : i64 to index
// CHECK:   %[[NEGATIVE:.*]] = arith.cmpi slt, %[[INDEX]], %{{.*}}
// CHECK:   %[[FROM_END:.*]] = arith.addi %[[INDEX]], %[[C32]]
// CHECK:   %[[AT:.*]] = arith.select %[[NEGATIVE]], %[[FROM_END]], %[[INDEX]]
// CHECK:   %[[INSIDE:.*]] = arith.cmpi ult, %[[AT]], %[[C32]]
// CHECK:   %[[NONE:.*]] = arith.constant 9223372036854775807 : i64
// CHECK:   %[[NUMBER:.*]] = arith.index_cast %[[AT]] : index to i64
// CHECK:   arith.select %[[INSIDE]], %[[NUMBER]], %[[NONE]]
// CHECK: lowp.scatter ins(%[[ROW]], %[[POSITIONS]] : tensor<4x8xf32>, tensor<4xi64>) outs(%[[X]] : tensor<32x8xf32>) dimensions [0] {
// CHECK: ^bb0(%[[UPDATE:.*]]: f32, %[[ELEMENT:.*]]: f32):
// CHECK:   %[[SUM:.*]] = arith.addf %[[ELEMENT]], %[[UPDATE]]
// CHECK:   lowp.scatter_yield %[[SUM]]
func.func @accumulate(%u: tensor<4x1x8xf32>, %i: tensor<4x1xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<4x1x8xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    tm_tensor.yield %c : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// A constant of equal elements is filled in, not copied.
// CHECK-LABEL: func.func @onto_zeros(
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<32x8xf32>
// CHECK: %[[ZEROS:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[EMPTY]]
// CHECK: lowp.scatter {{.*}} outs(%[[ZEROS]] : tensor<32x8xf32>) dimensions [0] unique {
func.func @onto_zeros(%u: tensor<4x1x8xf32>, %i: tensor<4x1xi32>) -> tensor<32x8xf32> {
  %x = arith.constant dense<0.0> : tensor<32x8xf32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<4x1x8xf32>, tensor<4x1xi32>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// The front end writes indices of dimensions that a scatter does not choose in: digits of the update's number. They are
// computed, and updates with other ones are not compared.
// CHECK-LABEL: func.func @along_rows(
// CHECK-SAME: %[[U:[a-z0-9]*]]: tensor<18xf32>, %[[I:[a-z0-9]*]]: tensor<6x3xi64>
// CHECK: %[[POSITIONS:.*]] = linalg.generic {indexing_maps = [#[[ROWS]], #[[ROWS]]], iterator_types = ["parallel"]} ins(%{{.*}} : tensor<18xi64>) outs
// CHECK:   %[[UPDATE:.*]] = linalg.index 0
// CHECK:   %[[C3:.*]] = arith.constant 3 : index
// CHECK:   arith.divui %[[UPDATE]], %[[C3]]
// CHECK: lowp.scatter ins(%[[U]], %[[POSITIONS]] : tensor<18xf32>, tensor<18xi64>) outs({{.*}}) dimensions [0, 1] window [1, 3] {
func.func @along_rows(%u: tensor<18xf32>, %i: tensor<6x3xi64>, %x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<18x1xi64>
  %n:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>, affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} outs(%e, %e : tensor<18x1xi64>, tensor<18x1xi64>) {
  ^bb0(%a: i64, %b: i64):
    %0 = linalg.index 0 : index
    %1 = arith.remsi %0, %c3 : index
    %2 = arith.divsi %0, %c3 : index
    %3 = arith.remsi %2, %c6 : index
    %4 = tensor.extract %i[%3, %1] : tensor<6x3xi64>
    %5 = arith.index_cast %3 : index to i64
    linalg.yield %5, %4 : i64, i64
  } -> (tensor<18x1xi64>, tensor<18x1xi64>)
  %m = tensor.empty() : tensor<18x2xi64>
  %m0 = tensor.insert_slice %n#0 into %m[0, 0] [18, 1] [1, 1] : tensor<18x1xi64> into tensor<18x2xi64>
  %m1 = tensor.insert_slice %n#1 into %m0[0, 1] [18, 1] [1, 1] : tensor<18x1xi64> into tensor<18x2xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u, %m1 : tensor<18xf32>, tensor<18x2xi64>) outs(%x : tensor<6x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    tm_tensor.yield %c : f32
  } -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// Each update in a row of its own: one-hot rows, of an unknown number.
// CHECK-LABEL: func.func @one_hot(
// CHECK: lowp.scatter {{.*}} dimensions [0, 1] unique {
func.func @one_hot(%u: tensor<?xf32>, %i: tensor<?x1xi64>, %x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %i, %c0 : tensor<?x1xi64>
  %e = tensor.empty(%d) : tensor<?x1xi64>
  %n = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} outs(%e : tensor<?x1xi64>) {
  ^bb0(%a: i64):
    %0 = linalg.index 0 : index
    %1 = arith.remsi %0, %d : index
    %2 = arith.index_cast %1 : index to i64
    linalg.yield %2 : i64
  } -> tensor<?x1xi64>
  %m = tensor.concat dim(1) %n, %i : (tensor<?x1xi64>, tensor<?x1xi64>) -> tensor<?x2xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u, %m : tensor<?xf32>, tensor<?x2xi64>) outs(%x : tensor<?x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// A remainder by something else than the number of updates tells nothing.
// CHECK-LABEL: func.func @other_size(
// CHECK: lowp.scatter {{.*}} dimensions [0, 1] {
func.func @other_size(%u: tensor<?xf32>, %i: tensor<?x1xi64>, %x: tensor<?x8xf32>, %size: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %i, %c0 : tensor<?x1xi64>
  %e = tensor.empty(%d) : tensor<?x1xi64>
  %n = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} outs(%e : tensor<?x1xi64>) {
  ^bb0(%a: i64):
    %0 = linalg.index 0 : index
    %1 = arith.remsi %0, %size : index
    %2 = arith.index_cast %1 : index to i64
    linalg.yield %2 : i64
  } -> tensor<?x1xi64>
  %m = tensor.concat dim(1) %n, %i : (tensor<?x1xi64>, tensor<?x1xi64>) -> tensor<?x2xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u, %m : tensor<?xf32>, tensor<?x2xi64>) outs(%x : tensor<?x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// A matrix of columns and rows alike: those of the slice that covers only some rows stay in the matrix.
// CHECK-LABEL: func.func @some_rows(
// CHECK: %[[M:.*]] = tensor.insert_slice
// CHECK: tensor.extract_slice %[[M]][0, 0] [4, 1] [1, 1]
// CHECK: tensor.extract_slice %[[M]][0, 1] [4, 1] [1, 1]
func.func @some_rows(%u: tensor<4xf32>, %i: tensor<2x2xi64>, %j: tensor<4x2xi64>, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %m = tensor.insert_slice %i into %j[1, 0] [2, 2] [1, 1] : tensor<2x2xi64> into tensor<4x2xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%u, %m : tensor<4xf32>, tensor<4x2xi64>) outs(%x : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
