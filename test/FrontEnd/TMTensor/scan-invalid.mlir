// RUN: lowp-opt %s --split-input-file --verify-diagnostics

func.func @dimension(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>, %z: tensor<4xi64>) {
  // expected-error @+1 {{expected a dimension of the input, 0 to 1, got 2}}
  %0:2 = tm_tensor.scan dimension(2) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<4xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>, tensor<4xi64>
  return
}

// -----

func.func @outputs(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>) {
  // expected-error @+1 {{expected one input, two outputs and two results, got 1, 1 and 1}}
  %0 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e : tensor<4x8xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>
  return
}

// -----

func.func @shape(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>, %z: tensor<8xi64>) {
  // expected-error @+1 {{expected outputs and results of 'tensor<4x8xi64>' and 'tensor<4xi64>', as the input and without its dimension 1}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<8xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>, tensor<8xi64>
  return
}

// -----

func.func @region(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>, %z: tensor<4xi64>) {
  // expected-error @+1 {{expected a region that makes one 'i64' of two}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<4xi64>) {
  ^bb0(%a: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>, tensor<4xi64>
  return
}
