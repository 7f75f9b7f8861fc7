// Inlining gives the program back, outlined or not.
// RUN: lowp-opt %s --lowp-inline-fusions | FileCheck %s
// RUN: lowp-opt %s --lowp-form-fusions=only=outline-fusions --lowp-inline-fusions | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
// CHECK-NOT: lowp
// CHECK: %[[Y:.*]] = linalg.exp ins(%[[X]]
// CHECK: return %[[Y]]
// CHECK-NOT: module @
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %y = lowp.fusion ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    %f = tensor.empty() : tensor<4x8xf32>
    %b = linalg.exp ins(%a : tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
    lowp.fusion_yield %b : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// A region may yield an input that it also reads.
// CHECK-LABEL: func.func @yields_an_input(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
// CHECK-NOT: lowp
// CHECK: %[[Y:.*]] = linalg.exp ins(%[[X]]
// CHECK: return %[[X]], %[[Y]]
func.func @yields_an_input(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %y:2 = lowp.fusion ins(%x : tensor<4x8xf32>) outs(%e, %e : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    %f = tensor.empty() : tensor<4x8xf32>
    %b = linalg.exp ins(%a : tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
    lowp.fusion_yield %a, %b : tensor<4x8xf32>, tensor<4x8xf32>
  } -> tensor<4x8xf32>, tensor<4x8xf32>
  return %y#0, %y#1 : tensor<4x8xf32>, tensor<4x8xf32>
}
