// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-link-scatters))" | FileCheck %s

// CHECK-DAG: #[[HERE:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[THERE:.*]] = affine_map<(d0, d1) -> (d1)>

// Each update is compared with each; the first of a position leads to the next.
// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<4xi64>
// CHECK: %[[FOUR:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[INIT:.*]] = linalg.fill ins(%[[FOUR]] : i64)
// CHECK: %[[LINKS:.*]] = linalg.generic {indexing_maps = [#[[HERE]], #[[THERE]], #[[HERE]]], iterator_types = ["parallel", "reduction"]} ins(%[[P]], %[[P]] : {{.*}}) outs(%[[INIT]]
// CHECK: ^bb0(%[[MINE:.*]]: i64, %[[OTHERS:.*]]: i64, %[[LINK:.*]]: i64):
// CHECK:   %[[I:.*]] = linalg.index 0
// CHECK:   %[[J:.*]] = linalg.index 1
// CHECK:   %[[SAME:.*]] = arith.cmpi eq, %[[OTHERS]], %[[MINE]]
// CHECK:   arith.cmpi ugt, %[[J]], %[[I]]
// CHECK:   arith.cmpi ult, %[[J]], %[[I]]
// CHECK:   arith.minsi
// CHECK: lowp.scatter ins(%{{.*}}, %[[P]] : {{.*}}) links(%[[LINKS]] : tensor<4xi64>)
func.func @accumulate(%p: tensor<4xi64>, %u: tensor<4x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    lowp.scatter_yield %c : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// The last update of a position writes alone.
// CHECK-LABEL: func.func @overwrite(
// CHECK: linalg.generic
// CHECK:   %[[LATER:.*]] = arith.andi
// CHECK-NOT: arith.minsi
// CHECK:   arith.select %[[LATER]]
// CHECK: links(
func.func @overwrite(%p: tensor<4xi64>, %u: tensor<4x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// A read that nothing comes of is not one.
// CHECK-LABEL: func.func @dead_read(
// CHECK: linalg.generic
// CHECK:   arith.andi
// CHECK-NOT: arith.minsi
// CHECK: links(
func.func @dead_read(%p: tensor<4xi64>, %u: tensor<4x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    %dead = arith.addf %a, %b : f32
    %more = arith.addf %dead, %a : f32
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// CHECK-LABEL: func.func @unique(
// CHECK-NOT: links(
func.func @unique(%p: tensor<4xi64>, %u: tensor<4x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] unique {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// Only updates of one window are compared: here every eighth of 8 * 3, three for each.
// CHECK-LABEL: func.func @window(
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<24xi64>
// CHECK: %[[STEPS:.*]] = tensor.empty() : tensor<3xi64>
// CHECK: linalg.generic {{.*}} ins(%[[P]], %[[STEPS]] : tensor<24xi64>, tensor<3xi64>)
// CHECK:   %[[I:.*]] = linalg.index 0
// CHECK:   %[[STEP:.*]] = linalg.index 1
// CHECK:   %[[QUOTIENT:.*]] = arith.divui %[[I]], %{{.*}}
// CHECK:   %[[DIGIT:.*]] = arith.remui %[[QUOTIENT]], %{{.*}}
// CHECK:   %[[DIFFERENCE:.*]] = arith.subi %[[STEP]], %[[DIGIT]]
// CHECK:   %[[DISTANCE:.*]] = arith.muli %[[DIFFERENCE]], %{{.*}}
// CHECK:   %[[J:.*]] = arith.addi %[[I]], %[[DISTANCE]]
// CHECK:   %[[READ:.*]] = arith.select %{{.*}}, %[[J]], %[[I]]
// CHECK:   tensor.extract %[[P]][%[[READ]]]
func.func @window(%p: tensor<24xi64>, %u: tensor<24xf32>, %x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<24xf32>, tensor<24xi64>) outs(%x : tensor<6x8xf32>) dimensions [0, 1] window [8, 3] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    lowp.scatter_yield %c : f32
  } -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// As many steps as there are updates eight apart.
// CHECK-LABEL: func.func @open_window(
// CHECK: %[[COUNT:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// CHECK: tensor.empty(%[[COUNT]]) : tensor<?xi64>
func.func @open_window(%p: tensor<?xi64>, %u: tensor<?xf32>, %x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<?xf32>, tensor<?xi64>) outs(%x : tensor<6x8xf32>) dimensions [0, 1] window [8, 0] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    lowp.scatter_yield %c : f32
  } -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
