// RUN: lowp-opt %s --convert-front-end-to-linalg --split-input-file --verify-diagnostics

func.func @difference(%x: tensor<8xf32>, %e: tensor<8xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a region of one addition, product, maximum, minimum, and, or or xor of its arguments, got arith.subf; compute the scan outside and pass it as an argument}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<8xf32>) outs(%e, %z : tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.subf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<8xf32>, tensor<f32>
  return %0#0 : tensor<8xf32>
}

// -----

func.func @squares(%x: tensor<8xf32>, %e: tensor<8xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a region of one addition, product, maximum, minimum, and, or or xor of its arguments, got arith.mulf}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<8xf32>) outs(%e, %z : tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %b, %b : f32
    %d = arith.addf %a, %c : f32
    tm_tensor.yield %d : f32
  } -> tensor<8xf32>, tensor<f32>
  return %0#0 : tensor<8xf32>
}

// -----

func.func @vectors(%x: tensor<8xvector<4xf32>>, %e: tensor<8xvector<4xf32>>, %z: tensor<vector<4xf32>>) -> tensor<8xvector<4xf32>> {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results, as torch-mlir and IREE write a scan}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<8xvector<4xf32>>) outs(%e, %z : tensor<8xvector<4xf32>>, tensor<vector<4xf32>>) {
  ^bb0(%a: vector<4xf32>, %b: vector<4xf32>):
    %c = arith.maximumf %a, %b : vector<4xf32>
    tm_tensor.yield %c : vector<4xf32>
  } -> tensor<8xvector<4xf32>>, tensor<vector<4xf32>>
  return %0#0 : tensor<8xvector<4xf32>>
}

// -----

func.func @dimension(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>, %z: tensor<4xi64>) {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results, as torch-mlir and IREE write a scan}}
  %0:2 = tm_tensor.scan dimension(2) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<4xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>, tensor<4xi64>
  return
}

// -----

func.func @outputs(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>) {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results, as torch-mlir and IREE write a scan}}
  %0 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e : tensor<4x8xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>
  return
}

// -----

func.func @shape(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>, %z: tensor<8xi64>) {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results, as torch-mlir and IREE write a scan}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<8xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>, tensor<8xi64>
  return
}

// -----

func.func @region(%x: tensor<4x8xi64>, %e: tensor<4x8xi64>, %z: tensor<4xi64>) {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results, as torch-mlir and IREE write a scan}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<4xi64>) {
  ^bb0(%a: i64):
    tm_tensor.yield %a : i64
  } -> tensor<4x8xi64>, tensor<4xi64>
  return
}
