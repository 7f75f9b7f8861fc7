// RUN: lowp-opt %s --convert-lowp-to-linalg | FileCheck %s

// The first group that ends after a row is its own, so that ends which descend make
// empty groups. No end is an address.
// CHECK-LABEL: func.func @bias(
// CHECK-SAME: %[[TABLE:.*]]: tensor<8x64xbf16>, %[[ENDS:.*]]: tensor<8xi32>, %[[M:.*]]: index)
// CHECK: %[[NONE:.*]] = arith.constant 8 : i32
// CHECK: %[[GROUPS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[ENDS]] : tensor<8xi32>)
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt
// CHECK: %[[OWN:.*]] = arith.select %[[BEFORE]], %{{.*}}, %[[NONE]] : i32
// CHECK: arith.minsi %{{.*}}, %[[OWN]] : i32
// CHECK: linalg.generic {{.*}} ins(%[[GROUPS]] : tensor<?xi32>)
// CHECK: %[[ROW:.*]] = arith.index_cast
// CHECK: %[[COLUMN:.*]] = linalg.index 1
// CHECK: tensor.extract %[[TABLE]][%[[ROW]], %[[COLUMN]]]
// CHECK: arith.select
func.func @bias(%b: tensor<8x64xbf16>, %ends: tensor<8xi32>, %m: index) -> tensor<?x64xbf16> {
  %r = lowp.repeat_rows %b ends(%ends : tensor<8xi32>) rows(%m) : tensor<8x64xbf16> -> tensor<?x64xbf16>
  return %r : tensor<?x64xbf16>
}

// CHECK-LABEL: func.func @factor(
// CHECK: tensor.extract %{{.*}}[%{{.*}}] : tensor<8xf32>
func.func @factor(%f: tensor<8xf32>, %ends: tensor<8xi32>) -> tensor<32xf32> {
  %r = lowp.repeat_rows %f ends(%ends : tensor<8xi32>) : tensor<8xf32> -> tensor<32xf32>
  return %r : tensor<32xf32>
}
