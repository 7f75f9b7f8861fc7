// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s

// CHECK-DAG: #[[READ:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[WRITTEN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// Each element adds up those that are not after it; nobody reads the last total.
// CHECK-LABEL: func.func @inclusive(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<1x64xi64>
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : i64)
// CHECK: linalg.generic {indexing_maps = [#[[READ]], #[[WRITTEN]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]] : {{.*}}) outs(%[[INIT]]
// CHECK: ^bb0(%[[ELEMENT:.*]]: i64, %[[TOTAL:.*]]: i64):
// CHECK: %[[HERE:.*]] = linalg.index 1
// CHECK: %[[THERE:.*]] = linalg.index 2
// CHECK: %[[BEFORE:.*]] = arith.cmpi ule, %[[THERE]], %[[HERE]]
// CHECK: %[[ADDED:.*]] = arith.select %[[BEFORE]], %[[ELEMENT]]
// CHECK: %[[SUM:.*]] = arith.addi %[[TOTAL]], %[[ADDED]] : i64
// CHECK: linalg.yield %[[SUM]]
// CHECK-NOT: tensor.extract_slice
func.func @inclusive(%x: tensor<1x64xi64>, %e: tensor<1x64xi64>, %z: tensor<1xi64>) -> tensor<1x64xi64> {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<1x64xi64>) outs(%e, %z : tensor<1x64xi64>, tensor<1xi64>) {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tm_tensor.yield %c : i64
  } -> tensor<1x64xi64>, tensor<1xi64>
  return %0#0 : tensor<1x64xi64>
}

// CHECK-LABEL: func.func @exclusive(
// CHECK-SAME: %{{.*}}: tensor<?x8xf32>, %{{.*}}: tensor<?x8xf32>, %[[Z:[a-z0-9]*]]: tensor<8xf32>
// CHECK: %[[INIT:.*]] = linalg.broadcast ins(%[[Z]] : tensor<8xf32>) {{.*}} dimensions = [0]
// CHECK: linalg.generic {{.*}} outs(%[[INIT]]
// CHECK: arith.cmpi ult
// CHECK: arith.maximumf
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}, 0] [1, 8] [1, 1] : tensor<?x8xf32> to tensor<8xf32>
func.func @exclusive(%x: tensor<?x8xf32>, %e: tensor<?x8xf32>, %z: tensor<8xf32>) -> (tensor<?x8xf32>, tensor<8xf32>) {
  %0:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<?x8xf32>) outs(%e, %z : tensor<?x8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<?x8xf32>, tensor<8xf32>
  return %0#0, %0#1 : tensor<?x8xf32>, tensor<8xf32>
}

// An empty tensor has no slices: the last totals are those before.
// CHECK-LABEL: func.func @nothing(
// CHECK-SAME: %[[Z:[a-z0-9]*]]: tensor<0xf32>, %[[Y:[a-z0-9]*]]: tensor<4xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: return %[[Z]], %[[Y]]
func.func @nothing(%x: tensor<0x32xf32>, %e: tensor<0x32xf32>, %t: tensor<0x4xf32>, %z: tensor<0xf32>, %y: tensor<4xf32>) -> (tensor<0xf32>, tensor<4xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<0x32xf32>) outs(%e, %z : tensor<0x32xf32>, tensor<0xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<0x32xf32>, tensor<0xf32>
  %1:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%t : tensor<0x4xf32>) outs(%t, %y : tensor<0x4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<0x4xf32>, tensor<4xf32>
  return %0#1, %1#1 : tensor<0xf32>, tensor<4xf32>
}
