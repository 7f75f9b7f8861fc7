// RUN: lowp-opt %s --lowp-form-fusions=only=outline-fusions | FileCheck %s

// The callee stands in the module of the launch that names it.
// CHECK-LABEL: module @inner
// CHECK: lowp.launch_fusion @fusions::@nested_0
// CHECK: module @fusions
// CHECK-NEXT: func.func @nested_0
module @inner {
  func.func @nested(%x: tensor<8xf32>) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %y = lowp.fusion ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: tensor<8xf32>):
      lowp.fusion_yield %a : tensor<8xf32>
    } -> tensor<8xf32>
    return %y : tensor<8xf32>
  }
}

// CHECK-LABEL: func.func @main
// CHECK: lowp.launch_fusion @fusions::@main_0 ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: module @fusions
// CHECK: func.func @main_0(%[[A:.*]]: tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: linalg.exp ins(%[[A]]
// CHECK: return
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
