// RUN: lowp-opt %s --lowp-simplify-reductions=only=decompose-softmax --split-input-file --verify-diagnostics

func.func @softmax_of_integers(%x: tensor<4x8xi32>, %out: tensor<4x8xi32>) -> tensor<4x8xi32> {
  // expected-error @+1 {{'linalg.softmax' op expected elements of a float type, got 'i32'; cast the input to a float type}}
  %y = linalg.softmax dimension(1) ins(%x : tensor<4x8xi32>) outs(%out : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %y : tensor<4x8xi32>
}

// -----

func.func @softmax_of_complex(%x: tensor<8xcomplex<f32>>, %out: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  // expected-error @+1 {{'linalg.softmax' op expected elements of a float type, got 'complex<f32>'; cast the input to a float type}}
  %y = linalg.softmax dimension(0) ins(%x : tensor<8xcomplex<f32>>) outs(%out : tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %y : tensor<8xcomplex<f32>>
}
