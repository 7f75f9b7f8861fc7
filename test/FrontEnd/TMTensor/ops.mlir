// RUN: lowp-opt %s | lowp-opt | FileCheck %s

// What torch-mlir writes for torch.index_put, torch.sort, torch.kthvalue and an attention that it keeps.

// CHECK-LABEL: func.func @index_put
// CHECK: tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%{{.*}}, %{{.*}} : tensor<4x1x8xf32>, tensor<4x1xi64>) outs(%{{.*}} : tensor<32x8xf32>) {
// CHECK: } -> tensor<32x8xf32>
func.func @index_put(%u: tensor<4x1x8xf32>, %i: tensor<4x1xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<4x1x8xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    tm_tensor.yield %c : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// CHECK-LABEL: func.func @sort
// CHECK: tm_tensor.sort dimension(1) outs(%{{.*}}, %{{.*}} : tensor<6x8xf32>, tensor<6x8xi64>) {
// CHECK: } -> tensor<6x8xf32>, tensor<6x8xi64>
func.func @sort(%x: tensor<6x8xf32>, %i: tensor<6x8xi64>) -> tensor<6x8xi64> {
  %0:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<6x8xf32>, tensor<6x8xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
    %e = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %e : i1
  } -> tensor<6x8xf32>, tensor<6x8xi64>
  return %0#1 : tensor<6x8xi64>
}

// CHECK-LABEL: func.func @kthvalue
// CHECK: tm_tensor.topk dimension(1) ins(%{{.*}} : tensor<6x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<6x2xf32>, tensor<6x2xi32>) {
// CHECK: } -> tensor<6x2xf32>, tensor<6x2xi32>
func.func @kthvalue(%x: tensor<6x8xf32>, %v: tensor<6x2xf32>, %i: tensor<6x2xi32>) -> tensor<6x2xi32> {
  %0:2 = tm_tensor.topk dimension(1) ins(%x : tensor<6x8xf32>) outs(%v, %i : tensor<6x2xf32>, tensor<6x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<6x2xf32>, tensor<6x2xi32>
  return %0#1 : tensor<6x2xi32>
}

// CHECK-LABEL: func.func @attention
// CHECK: tm_tensor.attention {scale = 3.000000e-01 : f64} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>) outs(%{{.*}} : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
func.func @attention(%q: tensor<4x16x8xf32>, %e: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  %0 = tm_tensor.attention {scale = 3.000000e-01 : f64} ins(%q, %q, %q : tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>) outs(%e : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %0 : tensor<4x16x8xf32>
}
