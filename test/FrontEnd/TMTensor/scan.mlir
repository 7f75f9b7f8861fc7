// RUN: lowp-opt %s | lowp-opt | FileCheck %s

// What torch-mlir writes for torch.cumsum.
// CHECK-LABEL: func.func @cumsum
// CHECK: %{{.*}}:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%{{.*}} : tensor<1x64xi64>) outs(%{{.*}}, %{{.*}} : tensor<1x64xi64>, tensor<1xi64>) {
// CHECK: ^bb0(%[[A:.*]]: i64, %[[B:.*]]: i64):
// CHECK:   %[[C:.*]] = arith.addi %[[A]], %[[B]] : i64
// CHECK:   tm_tensor.yield %[[C]] : i64
// CHECK: } -> tensor<1x64xi64>, tensor<1xi64>
func.func @cumsum(%x: tensor<1x64xi64>, %e: tensor<1x64xi64>, %z: tensor<1xi64>) -> tensor<1x64xi64> {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<1x64xi64>) outs(%e, %z : tensor<1x64xi64>, tensor<1xi64>) {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tm_tensor.yield %c : i64
  } -> tensor<1x64xi64>, tensor<1xi64>
  return %0#0 : tensor<1x64xi64>
}
