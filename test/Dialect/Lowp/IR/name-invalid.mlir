// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// name-C1
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expected 'lowp.name' to be a string, got 4 : i64}}
  %y = linalg.matmul {lowp.name = 4} ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
