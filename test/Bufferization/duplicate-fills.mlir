// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-prepare-bufferization{only=duplicate-fills})" | FileCheck %s

// CHECK-LABEL: func.func @two_users
// CHECK-COUNT-2: linalg.fill
func.func @two_users(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.abs ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.abs ins(%y : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @no_user
// CHECK-COUNT-1: linalg.fill
func.func @no_user(%e: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}

// Two fills of one tensor would be two buffers, one without gaps between rows.

// CHECK-LABEL: func.func @aligned
// CHECK: %[[GIVEN:.+]] = lowp.aligned_empty
// CHECK: linalg.fill {{.*}} outs(%[[GIVEN]]
// CHECK: %[[OWN:.+]] = lowp.aligned_empty
// CHECK: linalg.fill {{.*}} outs(%[[OWN]]
func.func @aligned(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = lowp.aligned_empty() : tensor<4x3xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = linalg.abs ins(%x : tensor<4x3xf32>) outs(%0 : tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = linalg.exp ins(%0 : tensor<4x3xf32>) outs(%x : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1, %2 : tensor<4x3xf32>, tensor<4x3xf32>
}
