// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=erase-unused-results | FileCheck %s

// A maximum and its position, as front ends write softmax: nobody reads the
// position.

// CHECK-LABEL: func.func @maximum(
// CHECK:         %[[MAX:.*]] = linalg.generic
// CHECK-NEXT:    ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      arith.maximumf
// CHECK-NEXT:      linalg.yield
// CHECK:         return %[[MAX]]
#in = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
func.func @maximum(%x: tensor<8x16xf32>, %m: tensor<8xf32>, %p: tensor<8xi64>) -> tensor<8xf32> {
  %r:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%m, %p : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%in: f32, %largest: f32, %place: i64):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %max = arith.maximumf %in, %largest : f32
    %more = arith.cmpf ogt, %in, %largest : f32
    %where = arith.select %more, %n, %place : i64
    linalg.yield %max, %where : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  return %r#0 : tensor<8xf32>
}

// -----

// The position is read: both results stay.

// CHECK-LABEL: func.func @both(
// CHECK:         %[[R:.*]]:2 = linalg.generic
// CHECK:         return %[[R]]#0, %[[R]]#1
#in = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
func.func @both(%x: tensor<8x16xf32>, %m: tensor<8xf32>, %p: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xi64>) {
  %r:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%m, %p : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%in: f32, %largest: f32, %place: i64):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %max = arith.maximumf %in, %largest : f32
    %more = arith.cmpf ogt, %in, %largest : f32
    %where = arith.select %more, %n, %place : i64
    linalg.yield %max, %where : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi64>
}
