// RUN: lowp-opt %s --convert-front-end-to-linalg --split-input-file --verify-diagnostics

func.func @indices_of_a_vector(%u: tensor<5x4xf32>, %i: tensor<5xi32>, %x: tensor<16x4xf32>) -> tensor<16x4xf32> {
  // expected-error @+1 {{'iree_linalg_ext.scatter' op expected updates, indices, an output and a region that makes an element of two, as torch-mlir and IREE write a scatter}}
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<5x4xf32>, tensor<5xi32>) outs(%x : tensor<16x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// -----

func.func @blocks(%u: tensor<5x2x4xf32>, %i: tensor<5x1xi32>, %x: tensor<16x4xf32>) -> tensor<16x4xf32> {
  // expected-error @+1 {{expected updates with whole rows of the output, of size 1 in the dimensions that indices choose in, got 'tensor<5x2x4xf32>' for 'tensor<16x4xf32>'}}
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<5x2x4xf32>, tensor<5x1xi32>) outs(%x : tensor<16x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
