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

// Functions are those of func.
// CHECK-LABEL: func.func public @main(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32> {iree.abi.output = 0 : index}) -> (tensor<8xf32> {iree.test})
// CHECK-NEXT:    %[[Y:.*]] = call @inner(%[[X]]) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %[[Y]] : tensor<8xf32>
util.func public @main(%x: tensor<8xf32> {iree.abi.output = 0 : index}) -> (tensor<8xf32> {iree.test}) {
  %y = util.call @inner(%x) : (tensor<8xf32>) -> tensor<8xf32>
  util.return %y : tensor<8xf32>
}
// CHECK-LABEL: func.func private @inner(
// CHECK-NEXT:    return
util.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
  util.return %x : tensor<8xf32>
}
