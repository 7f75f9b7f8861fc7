// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s

// CHECK-DAG: #[[HERE:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[THERE:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>

// Readers take two elements of each row: only these are looked up. A descending order has NaN first, and equal elements
// in the order in which they were.
// CHECK-LABEL: func.func @two_largest(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<6x8xf32>, %[[I:[a-z0-9]*]]: tensor<6x8xi64>
// CHECK: %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<6x8xi32>
// CHECK: %[[PLACES:.*]] = linalg.generic {indexing_maps = [#[[HERE]], #[[THERE]], #[[HERE]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %[[X]] : {{.*}}) outs(%[[ZEROS]]
// CHECK: ^bb0(%[[MINE:.*]]: f32, %[[OTHER:.*]]: f32, %[[COUNT:.*]]: i32):
// CHECK:   %[[J:.*]] = linalg.index 1
// CHECK:   %[[K:.*]] = linalg.index 2
// CHECK:   %[[EARLIER:.*]] = arith.cmpi ult, %[[K]], %[[J]]
// CHECK:   %[[LE:.*]] = arith.cmpf ole, %[[MINE]], %[[OTHER]]
// CHECK:   %[[NAN:.*]] = arith.cmpf uno, %[[OTHER]], %[[OTHER]]
// CHECK:   %[[NOT_AFTER:.*]] = arith.ori %[[LE]], %[[NAN]]
// CHECK:   %[[LESS:.*]] = arith.cmpf ult, %[[MINE]], %[[OTHER]]
// CHECK:   %[[NUMBER:.*]] = arith.cmpf ord, %[[MINE]], %[[MINE]]
// CHECK:   %[[BEFORE:.*]] = arith.andi %[[LESS]], %[[NUMBER]]
// CHECK:   arith.select %[[EARLIER]], %[[NOT_AFTER]], %[[BEFORE]]
// CHECK: %[[SOURCES:.*]] = linalg.generic {indexing_maps = [#[[THERE]], #[[HERE]]], {{.*}} ins(%[[PLACES]] : {{.*}}) outs(%{{.*}} : tensor<6x2xi32>)
// CHECK: %[[VALUES:.*]] = linalg.generic {{.*}} ins(%[[SOURCES]] : tensor<6x2xi32>) outs(%{{.*}} : tensor<6x2xf32>)
// CHECK:   %[[ROW:.*]] = linalg.index 0
// CHECK:   %[[SOURCE:.*]] = arith.index_cast
// CHECK:   tensor.extract %[[X]][%[[ROW]], %[[SOURCE]]]
// CHECK: %[[INDICES:.*]] = linalg.generic {{.*}} ins(%[[SOURCES]] : tensor<6x2xi32>) outs(%{{.*}} : tensor<6x2xi64>)
// CHECK:   tensor.extract %[[I]]
// CHECK: tensor.extract_slice %[[VALUES]][0, 0] [6, 2] [1, 1] : tensor<6x2xf32> to tensor<6x2xf32>
// CHECK: tensor.extract_slice %[[INDICES]][0, 0] [6, 1] [1, 1] : tensor<6x2xi64> to tensor<6x1xi64>
func.func @two_largest(%x: tensor<6x8xf32>, %i: tensor<6x8xi64>) -> (tensor<6x2xf32>, tensor<6x1xi64>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<6x8xf32>, tensor<6x8xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
    %e = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %e : i1
  } -> tensor<6x8xf32>, tensor<6x8xi64>
  %1 = tensor.extract_slice %0#0[0, 0] [6, 2] [1, 1] : tensor<6x8xf32> to tensor<6x2xf32>
  %2 = tensor.extract_slice %0#1[0, 0] [6, 1] [1, 1] : tensor<6x8xi64> to tensor<6x1xi64>
  return %1, %2 : tensor<6x2xf32>, tensor<6x1xi64>
}

// The whole order, by the second operand; with its second element on the left side it is the reverse.
// CHECK-LABEL: func.func @by_integers(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x8xf32>, %[[I:[a-z0-9]*]]: tensor<?x8xi64>
// CHECK: ins(%[[I]], %[[I]] : tensor<?x8xi64>, tensor<?x8xi64>) outs(%{{.*}} : tensor<?x8xi32>)
// CHECK: ^bb0(%[[MINE:.*]]: i64, %[[OTHER:.*]]: i64, %{{.*}}: i32):
// CHECK:   arith.cmpi ule, %[[MINE]], %[[OTHER]]
// CHECK:   arith.cmpi ult, %[[MINE]], %[[OTHER]]
// CHECK: tensor.extract %[[X]]
// CHECK-NOT: tensor.extract %[[I]]
func.func @by_integers(%x: tensor<?x8xf32>, %i: tensor<?x8xi64>) -> tensor<?x8xf32> {
  %0:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<?x8xf32>, tensor<?x8xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
    %e = arith.cmpi ult, %d, %c : i64
    tm_tensor.yield %e : i1
  } -> tensor<?x8xf32>, tensor<?x8xi64>
  return %0#0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @topk(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<6x8xf32>
// CHECK: arith.cmpf ole
// Values and numbers of so few are found in one walk.
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %{{.*}} : tensor<6x8xf32>, tensor<6x8xi32>) outs(%{{.*}}, %{{.*}} : tensor<6x2xf32>, tensor<6x2xi64>)
// CHECK:   arith.index_cast %{{.*}} : index to i64
// CHECK-NOT: linalg.generic
func.func @topk(%x: tensor<6x8xf32>, %v: tensor<6x2xf32>, %i: tensor<6x2xi64>) -> (tensor<6x2xf32>, tensor<6x2xi64>) {
  %inf = arith.constant 0x7F800000 : f32
  %last = linalg.fill ins(%inf : f32) outs(%v : tensor<6x2xf32>) -> tensor<6x2xf32>
  %0:2 = tm_tensor.topk dimension(1) ins(%x : tensor<6x8xf32>) outs(%last, %i : tensor<6x2xf32>, tensor<6x2xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<6x2xf32>, tensor<6x2xi64>
  return %0#0, %0#1 : tensor<6x2xf32>, tensor<6x2xi64>
}

// Many are looked up where they were.
// CHECK-LABEL: func.func @topk_of_many(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<6x33xi32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<6x33xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<6x33xi64>)
// CHECK:   arith.extui %{{.*}} : i32 to i64
func.func @topk_of_many(%x: tensor<6x80xf32>, %v: tensor<6x33xf32>, %i: tensor<6x33xi64>) -> (tensor<6x33xf32>, tensor<6x33xi64>) {
  %inf = arith.constant 0x7F800000 : f32
  %last = linalg.fill ins(%inf : f32) outs(%v : tensor<6x33xf32>) -> tensor<6x33xf32>
  %0:2 = tm_tensor.topk dimension(1) ins(%x : tensor<6x80xf32>) outs(%last, %i : tensor<6x33xf32>, tensor<6x33xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<6x33xf32>, tensor<6x33xi64>
  return %0#0, %0#1 : tensor<6x33xf32>, tensor<6x33xi64>
}

// With names for the elements, of an unknown number.
// CHECK-LABEL: func.func @topk_of_named(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %[[N:[a-z0-9]*]]: tensor<?xi32>
// CHECK: cf.assert %{{.*}}, "tm_tensor.topk: expected as many elements as the outputs take, got fewer; ask for fewer"
// CHECK: tensor.extract %[[N]]
func.func @topk_of_named(%x: tensor<?xf32>, %n: tensor<?xi32>, %v: tensor<2xf32>, %i: tensor<2xi32>) -> tensor<2xi32> {
  %inf = arith.constant 0xFF800000 : f32
  %last = linalg.fill ins(%inf : f32) outs(%v : tensor<2xf32>) -> tensor<2xf32>
  %0:2 = tm_tensor.topk dimension(0) ins(%x, %n : tensor<?xf32>, tensor<?xi32>) outs(%last, %i : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %0#1 : tensor<2xi32>
}
