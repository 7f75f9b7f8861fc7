// RUN: lowp-opt %s --convert-lowp-to-linalg=convert-kernels=true | FileCheck %s
// RUN: lowp-opt %s --convert-lowp-to-linalg=convert-kernels=false | FileCheck %s --check-prefix=LAUNCH

// Each step is a sum of integers; one scatter writes each row once:
// here it is a loop.
// CHECK-LABEL: func.func @order(
// CHECK-SAME: %[[IDS:.*]]: tensor<?xi64>
// CHECK: %[[CHUNKS:.*]] = affine.apply
// CHECK: %[[COUNTS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[ENDS:.*]] = linalg.generic {{.*}} ins(%[[COUNTS]] : tensor<?x9xi32>)
// CHECK: %[[BEFORE:.*]] = linalg.generic {{.*}} ins(%[[COUNTS]] : tensor<?x9xi32>)
// CHECK: %[[RANKS:.*]] = linalg.generic
// Ids that are no group count as one after all others, and are compared alone.
// CHECK: %[[ID:.*]] = tensor.extract %[[IDS]]
// CHECK: %[[COUNT:.*]] = arith.constant 8 : i64
// CHECK: %[[IS_GROUP:.*]] = arith.cmpi ult, %[[ID]], %[[COUNT]] : i64
// CHECK: arith.select %[[IS_GROUP]], %[[ID]], %[[COUNT]] : i64
// CHECK: %[[PLACES:.*]]:3 = linalg.generic {{.*}} ins(%[[RANKS]] : tensor<?xi32>)
// CHECK: tensor.extract %[[BEFORE]]
// CHECK: tensor.extract %[[ENDS]]
// CHECK: %[[ROWS:.*]] = scf.for
// CHECK: return %[[ROWS]], %[[PLACES]]#0, %[[ENDS]]
func.func @order(%ids: tensor<?xi64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) {
  %rows, %places, %ends = lowp.order_rows %ids : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  return %rows, %places, %ends : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
}

// On a GPU one kernel sorts.
// LAUNCH-LABEL: func.func @order(
// LAUNCH-SAME: %[[IDS:.*]]: tensor<?xi64>
// LAUNCH: %[[SIZE:.*]] = tensor.dim %[[IDS]]
// LAUNCH: %[[ROWS:.*]] = tensor.empty(%[[SIZE]]) : tensor<?xi32>
// LAUNCH: %[[PLACES:.*]] = tensor.empty(%[[SIZE]]) : tensor<?xi32>
// LAUNCH: %[[ENDS:.*]] = tensor.empty() : tensor<8xi32>
// LAUNCH: %[[ORDER:.*]]:3 = lowp.launch_order_rows ins(%[[IDS]] : tensor<?xi64>) outs(%[[ROWS]], %[[PLACES]], %[[ENDS]] :
// LAUNCH: return %[[ORDER]]#0, %[[ORDER]]#1, %[[ORDER]]#2

// Counts of as many groups have no room in shared memory.
// LAUNCH-LABEL: func.func @many_groups(
// LAUNCH-NOT: lowp.launch_order_rows
// LAUNCH: lowp.scatter
func.func @many_groups(%ids: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<4097xi32>) {
  %rows, %places, %ends = lowp.order_rows %ids : tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>, tensor<4097xi32>
  return %rows, %places, %ends : tensor<8xi32>, tensor<8xi32>, tensor<4097xi32>
}
