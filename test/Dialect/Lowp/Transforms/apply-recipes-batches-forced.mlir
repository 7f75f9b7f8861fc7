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
