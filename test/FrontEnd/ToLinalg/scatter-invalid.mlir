// RUN: lowp-opt %s --convert-front-end-to-linalg --split-input-file --verify-diagnostics

func.func @few_indices(%u: tensor<4xf32>, %i: tensor<4x1xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-error @+1 {{expected updates, indices, an output and a region that makes an element of two, as torch-mlir and IREE write a scatter}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%u, %i : tensor<4xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @region(%u: tensor<4x1x8xf32>, %i: tensor<4x1xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-error @+1 {{expected updates, indices, an output and a region that makes an element of two}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<4x1x8xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @blocks(%u: tensor<4x2x8xf32>, %i: tensor<4x1xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-error @+1 {{expected updates with whole rows of the output, of size 1 in the dimensions that indices choose in, got 'tensor<4x2x8xf32>' for 'tensor<32x8xf32>'; write updates of other sizes element by element}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<4x2x8xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @parts_of_rows(%u: tensor<4x1x7xf32>, %i: tensor<4x1xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-error @+1 {{expected updates with whole rows of the output}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<4x1x7xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
