// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// call_external-C1
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected the name of a function, got an empty one}}
  %y = lowp.call_external "" outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// call_external-C2
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected 'strided' to hold numbers of the 1 inputs, got array<i64: 1>}}
  %y = lowp.call_external "f" ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {strided = array<i64: 1>} -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// call_external-C3
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected 'updated' to hold numbers of the 1 outputs, got array<i64: -1>}}
  %y = lowp.call_external "f" ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {updated = array<i64: -1>} -> tensor<4xf32>
  return %y : tensor<4xf32>
}
