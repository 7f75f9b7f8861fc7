// RUN: lowp-opt %s --lowp-simplify-reductions=only=unroll-sums | FileCheck %s

#weight = affine_map<(t, n, j) -> (t, j)>
#output = affine_map<(t, n, j) -> (t, n)>

// A token's rows, one after the other, each times its weight.
// CHECK-LABEL: func.func @weighted_rows(
// CHECK-SAME: %[[WEIGHTS:.*]]: tensor<?x2xf32>, %[[PLACES:.*]]: tensor<?xi32>, %[[ROWS:.*]]: tensor<?x256xf32>, %[[SUM:.*]]: tensor<?x256xf32>
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel"]} ins(%[[SUM]] : tensor<?x256xf32>) outs(%{{.*}} : tensor<?x256xf32>)
// CHECK: ^bb0(%[[START:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[T:.*]] = linalg.index 0
// CHECK: %[[N:.*]] = linalg.index 1
// CHECK: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK: tensor.extract %[[WEIGHTS]][%[[T]], %[[FIRST]]]
// CHECK: tensor.extract %[[PLACES]]
// CHECK: tensor.extract %[[ROWS]][%{{.*}}, %[[N]]]
// CHECK: %[[ONE:.*]] = arith.addf %[[START]],
// CHECK: %[[SECOND:.*]] = arith.constant 1 : index
// CHECK: tensor.extract %[[WEIGHTS]][%[[T]], %[[SECOND]]]
// CHECK: tensor.extract %[[PLACES]]
// CHECK: tensor.extract %[[ROWS]][%{{.*}}, %[[N]]]
// CHECK: %[[BOTH:.*]] = arith.addf %[[ONE]],
// CHECK: linalg.yield %[[BOTH]]
func.func @weighted_rows(%weights: tensor<?x2xf32>, %places: tensor<?xi32>, %rows: tensor<?x256xf32>,
                         %sum: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %c2 = arith.constant 2 : index
  %0 = linalg.generic {indexing_maps = [#weight, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%weights : tensor<?x2xf32>) outs(%sum : tensor<?x256xf32>) {
  ^bb0(%w: f32, %so_far: f32):
    %t = linalg.index 0 : index
    %n = linalg.index 1 : index
    %j = linalg.index 2 : index
    %first = arith.muli %t, %c2 : index
    %row = arith.addi %first, %j : index
    %place = tensor.extract %places[%row] : tensor<?xi32>
    %at = arith.index_cast %place : i32 to index
    %x = tensor.extract %rows[%at, %n] : tensor<?x256xf32>
    %term = arith.mulf %w, %x : f32
    %next = arith.addf %so_far, %term : f32
    linalg.yield %next : f32
  } -> tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}

// A number that the sum begins with is not read.
// CHECK-LABEL: func.func @from_zero(
// CHECK: ^bb0(
// CHECK: arith.addf %cst,
func.func @from_zero(%ids: tensor<8x2xi32>, %rows: tensor<?x256xf32>, %empty: tensor<8x256xf32>) -> tensor<8x256xf32> {
  %cst = arith.constant 0.0 : f32
  %zeros = linalg.fill ins(%cst : f32) outs(%empty : tensor<8x256xf32>) -> tensor<8x256xf32>
  %0 = linalg.generic {indexing_maps = [#weight, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%ids : tensor<8x2xi32>) outs(%zeros : tensor<8x256xf32>) {
  ^bb0(%id: i32, %so_far: f32):
    %n = linalg.index 1 : index
    %at = arith.index_cast %id : i32 to index
    %x = tensor.extract %rows[%at, %n] : tensor<?x256xf32>
    %next = arith.addf %so_far, %x : f32
    linalg.yield %next : f32
  } -> tensor<8x256xf32>
  return %0 : tensor<8x256xf32>
}

// Too many steps.
// CHECK-LABEL: func.func @many(
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
func.func @many(%ids: tensor<8x9xi32>, %rows: tensor<?x256xf32>, %sum: tensor<8x256xf32>) -> tensor<8x256xf32> {
  %0 = linalg.generic {indexing_maps = [#weight, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%ids : tensor<8x9xi32>) outs(%sum : tensor<8x256xf32>) {
  ^bb0(%id: i32, %so_far: f32):
    %n = linalg.index 1 : index
    %at = arith.index_cast %id : i32 to index
    %x = tensor.extract %rows[%at, %n] : tensor<?x256xf32>
    %next = arith.addf %so_far, %x : f32
    linalg.yield %next : f32
  } -> tensor<8x256xf32>
  return %0 : tensor<8x256xf32>
}

// No row is read: a reduction of its inputs.
// CHECK-LABEL: func.func @no_rows(
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
func.func @no_rows(%x: tensor<8x2xf32>, %sum: tensor<8x256xf32>) -> tensor<8x256xf32> {
  %0 = linalg.generic {indexing_maps = [#weight, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<8x2xf32>) outs(%sum : tensor<8x256xf32>) {
  ^bb0(%a: f32, %so_far: f32):
    %next = arith.addf %so_far, %a : f32
    linalg.yield %next : f32
  } -> tensor<8x256xf32>
  return %0 : tensor<8x256xf32>
}
