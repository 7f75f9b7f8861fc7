// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --canonicalize | FileCheck %s --check-prefix=SIZES

// CHECK-LABEL: func.func @overwrite(
// CHECK: lowp.scatter ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4xi64>) outs(%{{.*}} : tensor<32x8xf32>) dimensions [0] unique {
// CHECK: ^bb0(%[[UPDATE:.*]]: f32, %{{.*}}: f32):
// CHECK:   lowp.scatter_yield %[[UPDATE]] : f32
// CHECK: } -> tensor<32x8xf32>
func.func @overwrite(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] unique {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// CHECK-LABEL: func.func @window(
// CHECK: lowp.scatter {{.*}} dimensions [0, 1] window [1, 3] {
func.func @window(%u: tensor<?xf32>, %p: tensor<?xi64>, %x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<?xf32>, tensor<?xi64>) outs(%x : tensor<?x8xf32>) dimensions [0, 1] window [1, 3] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    lowp.scatter_yield %c : f32
  } -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @buffers(
// CHECK: lowp.scatter ins(%{{.*}}, %{{.*}} : memref<4x8x2xf32>, memref<4xi64>) links(%{{.*}} : memref<4xi64>) outs(%{{.*}} : memref<8x5x2xf32>) dimensions [1] {
// CHECK: }{{$}}
func.func @buffers(%u: memref<4x8x2xf32>, %p: memref<4xi64>, %l: memref<4xi64>, %x: memref<8x5x2xf32>) {
  lowp.scatter ins(%u, %p : memref<4x8x2xf32>, memref<4xi64>) links(%l : memref<4xi64>) outs(%x : memref<8x5x2xf32>) dimensions [1] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    lowp.scatter_yield %c : f32
  }
  return
}

// The result is as large as the destination.
// SIZES-LABEL: func.func @size(
// SIZES-SAME: %{{.*}}, %{{.*}}, %[[X:[a-z0-9]*]]: tensor<?x8xf32>
// SIZES: %[[DIM:.*]] = tensor.dim %[[X]]
// SIZES: return %[[DIM]]
func.func @size(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<?x8xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<?x8xf32>) dimensions [0] unique {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<?x8xf32>
  %d = tensor.dim %0, %c0 : tensor<?x8xf32>
  return %d : index
}
