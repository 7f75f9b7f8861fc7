// RUN: lowp-opt %s | lowp-opt | FileCheck %s

// What IREE writes for jax.checkpoint.
// CHECK-LABEL: func.func @checkpoint
// CHECK: util.optimization_barrier %{{.*}} : tensor<8x16xf32>
// CHECK: util.optimization_barrier %{{.*}}, %{{.*}} : tensor<8x16xf32>, tensor<4xi32>
func.func @checkpoint(%x: tensor<8x16xf32>, %i: tensor<4xi32>) -> (tensor<8x16xf32>, tensor<4xi32>) {
  %0 = util.optimization_barrier %x : tensor<8x16xf32>
  %1:2 = util.optimization_barrier %0, %i : tensor<8x16xf32>, tensor<4xi32>
  return %1#0, %1#1 : tensor<8x16xf32>, tensor<4xi32>
}
