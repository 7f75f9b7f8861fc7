// RUN: lowp-opt %s | lowp-opt | FileCheck %s

// What IREE writes for jnp.cumsum, x.at[i].add(y), jnp.argsort and jax.lax.top_k.

// CHECK-LABEL: func.func @cumsum
// CHECK: %{{.*}}:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%{{.*}} : tensor<4x16xf32>) outs(%{{.*}}, %{{.*}} : tensor<4x16xf32>, tensor<4xf32>) {
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK:   %[[C:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK:   iree_linalg_ext.yield %[[C]] : f32
// CHECK: } -> tensor<4x16xf32>, tensor<4xf32>
func.func @cumsum(%x: tensor<4x16xf32>, %e: tensor<4x16xf32>, %z: tensor<4xf32>) -> tensor<4x16xf32> {
  %0:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<4x16xf32>) outs(%e, %z : tensor<4x16xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<4x16xf32>, tensor<4xf32>
  return %0#0 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @add
// CHECK: iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%{{.*}}, %{{.*}} : tensor<5xf32>, tensor<5x2xi32>) outs(%{{.*}} : tensor<16x4xf32>) {
// CHECK: } -> tensor<16x4xf32>
func.func @add(%u: tensor<5xf32>, %i: tensor<5x2xi32>, %x: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%u, %i : tensor<5xf32>, tensor<5x2xi32>) outs(%x : tensor<16x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// CHECK-LABEL: func.func @argsort
// CHECK: iree_linalg_ext.sort dimension(1) outs(%{{.*}}, %{{.*}} : tensor<4x16xi32>, tensor<4x16xi32>) {
// CHECK: } -> tensor<4x16xi32>, tensor<4x16xi32>
func.func @argsort(%x: tensor<4x16xi32>, %i: tensor<4x16xi32>) -> tensor<4x16xi32> {
  %0:2 = iree_linalg_ext.sort dimension(1) outs(%x, %i : tensor<4x16xi32>, tensor<4x16xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %e = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %e : i1
  } -> tensor<4x16xi32>, tensor<4x16xi32>
  return %0#1 : tensor<4x16xi32>
}

// CHECK-LABEL: func.func @top_k
// CHECK: iree_linalg_ext.topk dimension(1) ins(%{{.*}} : tensor<4x16xf32>) outs(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<4x3xi32>) {
// CHECK: } -> tensor<4x3xf32>, tensor<4x3xi32>
func.func @top_k(%x: tensor<4x16xf32>, %v: tensor<4x3xf32>, %i: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %0:2 = iree_linalg_ext.topk dimension(1) ins(%x : tensor<4x16xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<4x3xf32>, tensor<4x3xi32>
  return %0#1 : tensor<4x3xi32>
}

// Attributes of others stand in front.
// CHECK-LABEL: func.func @attributes
// CHECK: iree_linalg_ext.scatter {tag = 1 : i32} dimension_map = [0] unique_indices(true) ins
func.func @attributes(%u: tensor<5x4xf32>, %i: tensor<5x1xi32>, %x: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %0 = iree_linalg_ext.scatter {tag = 1 : i32} dimension_map = [0] unique_indices(true) ins(%u, %i : tensor<5x4xf32>, tensor<5x1xi32>) outs(%x : tensor<16x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
