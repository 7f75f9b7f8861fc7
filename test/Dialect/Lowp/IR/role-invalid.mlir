// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// role-C1
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'linalg.matmul' op expected 'lowp.role' to be "forward", "dgrad" or "wgrad", got "backward"}}
  %y = linalg.matmul {lowp.role = "backward"} ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// role-C1
// expected-error @+1 {{'func.func' op expected 'lowp.role' to be "forward", "dgrad" or "wgrad", got unit}}
func.func @g() attributes {lowp.role} {
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'lowp.role' on an operation, got it on an argument of a function}}
func.func @h(%x: tensor<4x4xf32> {lowp.role = "forward"}) {
  return
}
