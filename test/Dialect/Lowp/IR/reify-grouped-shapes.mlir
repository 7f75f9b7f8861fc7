// RUN: lowp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// Rows come from the left operand, columns from the matrices of the right one.
// CHECK-LABEL: @rows
// CHECK-SAME: (%[[X:.*]]: tensor<?x256xbf16>, %[[W:.*]]: tensor<8x?x256xbf16>, %{{.*}})
// CHECK-DAG: %[[C0:.*]] = arith.constant 0
// CHECK-DAG: %[[C1:.*]] = arith.constant 1
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[W]], %[[C1]]
// CHECK: return %[[ROWS]], %[[COLUMNS]]
func.func @rows(%x: tensor<?x256xbf16>, %w: tensor<8x?x256xbf16>, %ends: tensor<8xi32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     : tensor<?x256xbf16>, tensor<8x?x256xbf16> -> tensor<?x?xbf16>
  %rows = tensor.dim %y, %c0 : tensor<?x?xbf16>
  %columns = tensor.dim %y, %c1 : tensor<?x?xbf16>
  return %rows, %columns : index, index
}

// The number of groups of K is that of the ends.
// CHECK-LABEL: @along_k
// CHECK-SAME: %[[ENDS:[a-z0-9]*]]: tensor<?xi32>)
// CHECK: %[[GROUPS:.*]] = tensor.dim %[[ENDS]]
// CHECK: return %[[GROUPS]]
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @along_k(%x: !q, %ends: tensor<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  %y = lowp.grouped_scaled_matmul %x, %x ends(%ends : tensor<?xi32>) : !q, !q -> tensor<?x64x64xf32>
  %groups = tensor.dim %y, %c0 : tensor<?x64x64xf32>
  return %groups : index
}

// The last stored dimension of a batch in column-major order has the rows.
// CHECK-LABEL: @batch
// CHECK-SAME: (%[[X:[a-z0-9]*]]: !lowp.scaled
// CHECK-DAG: %[[C2:.*]] = arith.constant 2
// CHECK: %[[DATA:.*]], %{{.*}} = lowp.split_scaled %[[X]]
// CHECK: %[[ROWS:.*]] = tensor.dim %[[DATA]], %[[C2]]
// CHECK: return %[[ROWS]]
!x = !lowp.scaled<8x?x256xf8E4M3FN, #lowp.rowwise, order = [1, 0]>
!w = !lowp.scaled<8x32x256xf8E4M3FN, #lowp.rowwise>
func.func @batch(%x: !x, %w: !w) -> index {
  %c1 = arith.constant 1 : index
  %y = lowp.grouped_scaled_matmul %x, %w : !x, !w -> tensor<8x?x32xf32>
  %rows = tensor.dim %y, %c1 : tensor<8x?x32xf32>
  return %rows : index
}
