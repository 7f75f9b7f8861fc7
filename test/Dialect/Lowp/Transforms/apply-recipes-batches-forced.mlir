// RUN: lowp-opt %s --lowp-apply-recipes=recipe=rowwise --remarks-filter=lowp-apply-recipes --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// A recipe for all matmuls is for batches with a weight: an argument, or a view
// of one. Queries and keys, which the program computes, keep their type.

// CHECK-LABEL: func.func @weight(
// CHECK:         lowp.scaled_matmul
func.func @weight(%x: tensor<4x64x256xf32>, %w: tensor<4x2x128x32xf32>, %init: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
  %e = tensor.empty() : tensor<4x64x256xf32>
  %h = linalg.exp ins(%x : tensor<4x64x256xf32>) outs(%e : tensor<4x64x256xf32>) -> tensor<4x64x256xf32>
  %v = tensor.collapse_shape %w [[0], [1, 2], [3]] : tensor<4x2x128x32xf32> into tensor<4x256x32xf32>
  // expected-remark@below {{matmul_recipe<rowwise>}}
  %y = linalg.batch_matmul ins(%h, %v : tensor<4x64x256xf32>, tensor<4x256x32xf32>) outs(%init : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
  return %y : tensor<4x64x32xf32>
}

// CHECK-LABEL: func.func @attention(
// CHECK:         linalg.batch_matmul
func.func @attention(%x: tensor<4x64x256xf32>, %init: tensor<4x64x64xf32>) -> tensor<4x64x64xf32> {
  %e = tensor.empty() : tensor<4x64x256xf32>
  %q = linalg.exp ins(%x : tensor<4x64x256xf32>) outs(%e : tensor<4x64x256xf32>) -> tensor<4x64x256xf32>
  %t = tensor.empty() : tensor<4x256x64xf32>
  %k = linalg.transpose ins(%q : tensor<4x64x256xf32>) outs(%t : tensor<4x256x64xf32>) permutation = [0, 2, 1]
  // expected-remark@below {{kept f32: both operands of a batch are computed, none is a weight; the attribute 'lowp.recipe' asks for a recipe}}
  %y = linalg.batch_matmul ins(%q, %k : tensor<4x64x256xf32>, tensor<4x256x64xf32>) outs(%init : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  return %y : tensor<4x64x64xf32>
}

// Experts gathered for each token: the copies would be quantized, each for one use.
// CHECK-LABEL: func.func @gathered(
// CHECK:         linalg.batch_matmul
func.func @gathered(%x: tensor<64x256xf32>, %which: tensor<64xindex>, %w: tensor<4x256x32xf32>, %init: tensor<64x1x32xf32>) -> tensor<64x1x32xf32> {
  %e = tensor.empty() : tensor<64x256x32xf32>
  %own = linalg.generic {indexing_maps = [affine_map<(t, k, n) -> (t)>, affine_map<(t, k, n) -> (t, k, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%which : tensor<64xindex>) outs(%e : tensor<64x256x32xf32>) {
  ^bb0(%expert: index, %out: f32):
    %k = linalg.index 1 : index
    %n = linalg.index 2 : index
    %element = tensor.extract %w[%expert, %k, %n] : tensor<4x256x32xf32>
    linalg.yield %element : f32
  } -> tensor<64x256x32xf32>
  %ex = tensor.empty() : tensor<64x256xf32>
  %h = linalg.exp ins(%x : tensor<64x256xf32>) outs(%ex : tensor<64x256xf32>) -> tensor<64x256xf32>
  %row = tensor.expand_shape %h [[0, 1], [2]] output_shape [64, 1, 256] : tensor<64x256xf32> into tensor<64x1x256xf32>
  // expected-remark@below {{kept f32: matrices of a batch are gathered by positions that are data: to quantize them takes longer than to read them once; the attribute 'lowp.recipe' asks for a recipe}}
  %y = linalg.batch_matmul ins(%row, %own : tensor<64x1x256xf32>, tensor<64x256x32xf32>) outs(%init : tensor<64x1x32xf32>) -> tensor<64x1x32xf32>
  return %y : tensor<64x1x32xf32>
}

// Arguments that are marked are the weights of the function, and no others.
// CHECK-LABEL: func.func @marked(
// CHECK:         linalg.batch_matmul
// CHECK:         lowp.scaled_matmul
func.func @marked(%q: tensor<4x64x256xf32>, %k: tensor<4x256x64xf32>, %w: tensor<4x256x64xf32> {lowp.parameter}, %init: tensor<4x64x64xf32>)
    -> (tensor<4x64x64xf32>, tensor<4x64x64xf32>) {
  // expected-remark@below {{kept f32: both operands of a batch are computed, none is a weight}}
  %s = linalg.batch_matmul ins(%q, %k : tensor<4x64x256xf32>, tensor<4x256x64xf32>) outs(%init : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  // expected-remark@below {{matmul_recipe<rowwise>}}
  %y = linalg.batch_matmul ins(%q, %w : tensor<4x64x256xf32>, tensor<4x256x64xf32>) outs(%init : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  return %s, %y : tensor<4x64x64xf32>, tensor<4x64x64xf32>
}
