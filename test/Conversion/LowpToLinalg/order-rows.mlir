// RUN: lowp-opt %s --convert-lowp-to-linalg=convert-kernels=false | FileCheck %s

// Each step is a sum of integers; one scatter writes each row once.
// CHECK-LABEL: func.func @order(
// CHECK-SAME: %[[IDS:.*]]: tensor<?xi64>
// CHECK: %[[CHUNKS:.*]] = affine.apply
// CHECK: %[[COUNTS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[ENDS:.*]] = linalg.generic {{.*}} ins(%[[COUNTS]] : tensor<?x9xi32>)
// CHECK: %[[BEFORE:.*]] = linalg.generic {{.*}} ins(%[[COUNTS]] : tensor<?x9xi32>)
// CHECK: %[[RANKS:.*]] = linalg.generic
// Ids that are no group count as one behind all others, and are compared alone.
// CHECK: %[[ID:.*]] = tensor.extract %[[IDS]]
// CHECK: %[[COUNT:.*]] = arith.constant 8 : i64
// CHECK: %[[IS_GROUP:.*]] = arith.cmpi ult, %[[ID]], %[[COUNT]] : i64
// CHECK: arith.select %[[IS_GROUP]], %[[ID]], %[[COUNT]] : i64
// CHECK: %[[PLACES:.*]]:3 = linalg.generic {{.*}} ins(%[[RANKS]] : tensor<?xi32>)
// CHECK: tensor.extract %[[BEFORE]]
// CHECK: tensor.extract %[[ENDS]]
// CHECK: %[[ROWS:.*]] = lowp.scatter ins(%[[PLACES]]#2, %[[PLACES]]#1 {{.*}} dimensions [0] unique
// CHECK: return %[[ROWS]], %[[PLACES]]#0, %[[ENDS]]
func.func @order(%ids: tensor<?xi64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) {
  %rows, %places, %ends = lowp.order_rows %ids : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  return %rows, %places, %ends : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
}
