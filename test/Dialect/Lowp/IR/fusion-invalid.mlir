// RUN: lowp-opt %s -split-input-file -verify-diagnostics

func.func @arguments(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{expected the region to take the inputs}}
  %y = lowp.fusion ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    %c = arith.constant dense<0.0> : tensor<4x8xf32>
    lowp.fusion_yield %c : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

func.func @yield(%x: tensor<4x8xf32>, %e: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %y = lowp.fusion ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x9xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-error @below {{expected a value for each output, of its element type and a compatible shape, got 'tensor<4x8xf32>'}}
    lowp.fusion_yield %a : tensor<4x8xf32>
  } -> tensor<4x9xf32>
  return %y : tensor<4x9xf32>
}

// -----

func.func @callee(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{expected a function @fusions::@none of a nested module, found none}}
  %y = lowp.launch_fusion @fusions::@none ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

func.func @signature(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{expected inputs and outputs as @fusions::@copy takes and gives them}}
  %y = lowp.launch_fusion @fusions::@copy ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
module @fusions {
  func.func @copy(%a: tensor<4x9xf32>) -> tensor<4x9xf32> {
    return %a : tensor<4x9xf32>
  }
}
