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
