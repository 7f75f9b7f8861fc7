// RUN: lowp-opt %s --convert-lowp-to-linalg=convert-kernels --canonicalize --cse | FileCheck %s
// RUN: lowp-opt %s --convert-lowp-to-linalg | FileCheck %s --check-prefix=KEPT

// Update after update, in place: the order that the operation promises.
// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[U:[a-z0-9]*]]: tensor<4x3x7xf32>, %[[P:[a-z0-9]*]]: tensor<4xi64>, %[[X:[a-z0-9]*]]: tensor<3x5x7xf32>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[WRITTEN:.*]] = %[[X]])
// CHECK:   %[[POSITION:.*]] = tensor.extract %[[P]][%[[I]]]
// CHECK:   %[[IS_UPDATE:.*]] = arith.cmpi ne, %[[POSITION]], %c-1_i64
// CHECK:   scf.if %[[IS_UPDATE]]
// CHECK:   %[[AT:.*]] = arith.index_cast %[[POSITION]]
// CHECK:   %[[INSIDE:.*]] = arith.cmpi ult, %[[AT]], %{{.*}}
// CHECK:   cf.assert %[[INSIDE]], "lowp.scatter: expected indices within their dimension, got one beyond; pass indices of elements that the tensor has"
// CHECK:   %[[UPDATE:.*]] = tensor.extract_slice %[[U]][%[[I]], 0, 0] [1, 3, 7] [1, 1, 1] : tensor<4x3x7xf32> to tensor<3x7xf32>
// CHECK:   %[[OLD:.*]] = tensor.extract_slice %[[WRITTEN]][0, %[[AT]], 0] [3, 1, 7] [1, 1, 1] : tensor<3x5x7xf32> to tensor<3x7xf32>
// CHECK:   %[[NEW:.*]] = linalg.generic {{.*}} ins(%[[UPDATE]] : {{.*}}) outs(%[[OLD]]
// CHECK:     arith.addf
// CHECK:   %[[NEXT:.*]] = tensor.insert_slice %[[NEW]] into %[[WRITTEN]][0, %[[AT]], 0] [3, 1, 7]
// CHECK:   scf.yield %[[NEXT]]
// CHECK:   else
// CHECK:   scf.yield %[[WRITTEN]]

// KEPT-LABEL: func.func @accumulate(
// KEPT: lowp.scatter
func.func @accumulate(%u: tensor<4x3x7xf32>, %p: tensor<4xi64>, %x: tensor<3x5x7xf32>) -> tensor<3x5x7xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4x3x7xf32>, tensor<4xi64>) outs(%x : tensor<3x5x7xf32>) dimensions [1] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    lowp.scatter_yield %c : f32
  } -> tensor<3x5x7xf32>
  return %0 : tensor<3x5x7xf32>
}

// CHECK-LABEL: func.func @elements(
// CHECK: %[[ROW:.*]] = arith.divui
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [1] [1] : tensor<?xf32> to tensor<f32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[ROW]], %{{.*}}] [1, 1] [1, 1] : tensor<f32> into tensor<6x8xf32>
func.func @elements(%u: tensor<?xf32>, %p: tensor<?xi64>, %x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<?xf32>, tensor<?xi64>) outs(%x : tensor<6x8xf32>) dimensions [0, 1] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
