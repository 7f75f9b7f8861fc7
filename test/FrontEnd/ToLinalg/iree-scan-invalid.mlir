// RUN: lowp-opt %s --convert-front-end-to-linalg --split-input-file --verify-diagnostics

// jax.lax.cumlogsumexp.
func.func @several_operations(%x: tensor<8xf32>, %e: tensor<8xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  // expected-error @+1 {{'iree_linalg_ext.scan' op expected a region of one addition, product, maximum, minimum, and, or or xor of its arguments, got arith.maximumf}}
  %0:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%x : tensor<8xf32>) outs(%e, %z : tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    %d = arith.addf %c, %a : f32
    iree_linalg_ext.yield %d : f32
  } -> tensor<8xf32>, tensor<f32>
  return %0#0 : tensor<8xf32>
}

// -----

func.func @last(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %z: tensor<8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results, as torch-mlir and IREE write a scan}}
  %0:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xf32>) outs(%e, %z : tensor<4x8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<4x8xf32>, tensor<8xf32>
  return %0#0 : tensor<4x8xf32>
}

// -----

func.func @dimension(%x: tensor<8xf32>, %e: tensor<8xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results}}
  %0:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<8xf32>) outs(%e, %z : tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<8xf32>, tensor<f32>
  return %0#0 : tensor<8xf32>
}

// -----

func.func @region(%x: tensor<8xf32>, %e: tensor<8xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a dimension, an input, two outputs and two results}}
  %0:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%x : tensor<8xf32>) outs(%e, %z : tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f64):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8xf32>, tensor<f32>
  return %0#0 : tensor<8xf32>
}
