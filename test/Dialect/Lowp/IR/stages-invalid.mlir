// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// stages-C1
// expected-error @+1 {{expected 'lowp.stages' to be an array of i64 that divides 2 results into stages with one at least, got array<i64: 1, 2>}}
func.func @sum(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {lowp.stages = array<i64: 1, 2>} {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// stages-C1
// expected-error @+1 {{with one at least, got array<i64: 2, 0>}}
func.func @empty(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {lowp.stages = array<i64: 2, 0>} {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// stages-C1
func.func @type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{divides 1 results into stages with one at least, got 1 : i64}}
  %y = lowp.fusion ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: tensor<4xf32>):
    lowp.fusion_yield %a : tensor<4xf32>
  } {lowp.stages = 1 : i64} -> tensor<4xf32>
  return %y : tensor<4xf32>
}
