// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=SIZES

// CHECK-LABEL: func.func @dynamic(
// CHECK: lowp.order_rows %{{.*}} : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
func.func @dynamic(%ids: tensor<?xi64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) {
  %rows, %places, %ends = lowp.order_rows %ids : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  return %rows, %places, %ends : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @fixed(
// CHECK: lowp.order_rows %{{.*}} : tensor<16xi32> -> tensor<16xi32>, tensor<?xi32>, tensor<1xi32>
func.func @fixed(%ids: tensor<16xi32>) -> (tensor<16xi32>, tensor<?xi32>, tensor<1xi32>) {
  %rows, %places, %ends = lowp.order_rows %ids : tensor<16xi32> -> tensor<16xi32>, tensor<?xi32>, tensor<1xi32>
  return %rows, %places, %ends : tensor<16xi32>, tensor<?xi32>, tensor<1xi32>
}

// CHECK-LABEL: func.func @launch(
// CHECK: lowp.launch_order_rows ins(%{{.*}} : tensor<?xi64>) outs(%{{.*}} : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
func.func @launch(%ids: tensor<?xi64>, %r: tensor<?xi32>, %p: tensor<?xi32>, %e: tensor<8xi32>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) {
  %o:3 = lowp.launch_order_rows ins(%ids : tensor<?xi64>)
      outs(%r, %p, %e : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  return %o#0, %o#1, %o#2 : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @launch_on_buffers(
// CHECK: lowp.launch_order_rows ins(%{{.*}} : memref<16xi32>) outs(%{{.*}} : memref<16xi32>, memref<?xi32>, memref<4096xi32>){{$}}
func.func @launch_on_buffers(%ids: memref<16xi32>, %r: memref<16xi32>, %p: memref<?xi32>, %e: memref<4096xi32>) {
  lowp.launch_order_rows ins(%ids : memref<16xi32>) outs(%r, %p, %e : memref<16xi32>, memref<?xi32>, memref<4096xi32>)
  return
}

// Sizes of results are those of the ids, and nobody computes the order for them.
// SIZES-LABEL: func.func @sizes(
// SIZES-SAME: %[[IDS:.*]]: tensor<?xi32>
// SIZES: %[[ZERO:.*]] = arith.constant 0 : index
// SIZES: %[[SIZE:.*]] = tensor.dim %[[IDS]], %[[ZERO]]
// SIZES-NOT: lowp.order_rows
// SIZES: return %[[SIZE]], %[[SIZE]]
func.func @sizes(%ids: tensor<?xi32>) -> (index, index) {
  %zero = arith.constant 0 : index
  %rows, %places, %ends = lowp.order_rows %ids : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  %r = tensor.dim %rows, %zero : tensor<?xi32>
  %p = tensor.dim %places, %zero : tensor<?xi32>
  return %r, %p : index, index
}
