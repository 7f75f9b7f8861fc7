// RUN: lowp-opt %s --convert-front-end-to-linalg --split-input-file --verify-diagnostics

func.func @types(%q: tensor<4x16x8xf32>, %k: tensor<4x16x8xbf16>, %e: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  // expected-error @+1 {{expected batches of queries, keys and values of one float type of at most 32 bits, possibly a mask, and an output, as torch-mlir writes attention}}
  %0 = tm_tensor.attention ins(%q, %k, %q : tensor<4x16x8xf32>, tensor<4x16x8xbf16>, tensor<4x16x8xf32>) outs(%e : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %0 : tensor<4x16x8xf32>
}

// -----

func.func @sizes(%q: tensor<4x16x8xf32>, %k: tensor<4x16x9xf32>, %e: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  // expected-error @+1 {{expected batches of one number of matrices, queries and keys of one length, as many values as keys, and a mask of their scores, got 'tensor<4x16x8xf32>', 'tensor<4x16x9xf32>', 'tensor<4x16x8xf32>'}}
  %0 = tm_tensor.attention ins(%q, %k, %q : tensor<4x16x8xf32>, tensor<4x16x9xf32>, tensor<4x16x8xf32>) outs(%e : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %0 : tensor<4x16x8xf32>
}

// -----

func.func @mask_size(%q: tensor<4x16x8xf32>, %m: tensor<2x16x16xf32>, %e: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  // expected-error @+1 {{expected batches of one number of matrices, queries and keys of one length, as many values as keys, and a mask of their scores}}
  %0 = tm_tensor.attention ins(%q, %q, %q, %m : tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<2x16x16xf32>) outs(%e : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %0 : tensor<4x16x8xf32>
}

// -----

func.func @mask(%q: tensor<4x16x8xf32>, %m: tensor<4x16x16xi8>, %e: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  // expected-error @+1 {{expected a mask of i1 or of 'f32', got 'i8'}}
  %0 = tm_tensor.attention ins(%q, %q, %q, %m : tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x16xi8>) outs(%e : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %0 : tensor<4x16x8xf32>
}

// -----

func.func @scale(%q: tensor<4x16x?xf32>, %e: tensor<4x16x?xf32>) -> tensor<4x16x?xf32> {
  // expected-error @+1 {{expected 'scale', or queries of known length that it follows from, got 'tensor<4x16x?xf32>'}}
  %0 = tm_tensor.attention ins(%q, %q, %q : tensor<4x16x?xf32>, tensor<4x16x?xf32>, tensor<4x16x?xf32>) outs(%e : tensor<4x16x?xf32>) -> tensor<4x16x?xf32>
  return %0 : tensor<4x16x?xf32>
}
