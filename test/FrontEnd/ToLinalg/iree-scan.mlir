// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @cumprod(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<16xf32>
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ONE]] : f32)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<16xf32>) outs(%[[INIT]]
// CHECK:   arith.cmpi ule
// CHECK:   arith.mulf
func.func @cumprod(%x: tensor<16xf32>) -> tensor<16xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %e = tensor.empty() : tensor<16xf32>
  %0:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%x : tensor<16xf32>) outs(%e, %one : tensor<16xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<16xf32>, tensor<f32>
  return %0#0 : tensor<16xf32>
}

// CHECK-LABEL: func.func @barrier(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<16xf32>, %[[Y:[a-z0-9]*]]: tensor<4xi32>
// CHECK-NEXT: return %[[Y]], %[[X]]
func.func @barrier(%x: tensor<16xf32>, %y: tensor<4xi32>) -> (tensor<4xi32>, tensor<16xf32>) {
  %0:2 = util.optimization_barrier %x, %y : tensor<16xf32>, tensor<4xi32>
  %1 = util.optimization_barrier %0#1 : tensor<4xi32>
  return %1, %0#0 : tensor<4xi32>, tensor<16xf32>
}
