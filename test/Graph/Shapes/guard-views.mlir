// RUN: lowp-opt %s --split-input-file --lowp-simplify-views=only=guard-views | FileCheck %s

// Strides tell nobody which of two dimensions of size 1 goes.

// CHECK-LABEL: func.func @strided(
// CHECK:         %[[W:.*]] = tensor.extract_slice %{{.*}}[0, 0, 2] [32, 1, 1] [3, 1, 1] : tensor<96x1x4xf32> to tensor<32x1x1xf32>
// CHECK:         tensor.collapse_shape %[[W]] {{\[\[}}0], [1, 2]] : tensor<32x1x1xf32> into tensor<32x1xf32>
func.func @strided(%a: tensor<96x1x4xf32>) -> tensor<32x1xf32> {
  %r = tensor.extract_slice %a[0, 0, 2] [32, 1, 1] [3, 1, 1] : tensor<96x1x4xf32> to tensor<32x1xf32>
  return %r : tensor<32x1xf32>
}

// -----

// Without strides, or with one such dimension, it is clear.

// CHECK-LABEL: func.func @clear(
// CHECK-NOT:     tensor.collapse_shape
func.func @clear(%a: tensor<96x1x4xf32>, %b: tensor<96x4xf32>) -> (tensor<32x1xf32>, tensor<32xf32>) {
  %r = tensor.extract_slice %a[0, 0, 2] [32, 1, 1] [1, 1, 1] : tensor<96x1x4xf32> to tensor<32x1xf32>
  %s = tensor.extract_slice %b[0, 2] [32, 1] [3, 1] : tensor<96x4xf32> to tensor<32xf32>
  return %r, %s : tensor<32x1xf32>, tensor<32xf32>
}

// -----

// So would one where as many dimensions go as have size 1 today.

// CHECK-LABEL: func.func @found_later(
// CHECK:         %[[W:.*]] = tensor.extract_slice %{{.*}} [1, %{{.*}}, 2, 1] [1, 1, 1, 1] : tensor<?x?x3x?xf32> to tensor<1x?x2x1xf32>
// CHECK:         tensor.collapse_shape %[[W]] {{\[\[}}0, 1], [2, 3]] : tensor<1x?x2x1xf32> into tensor<?x2xf32>
func.func @found_later(%a: tensor<?x?x3x?xf32>, %n: index) -> tensor<?x2xf32> {
  %r = tensor.extract_slice %a[1, 0, 1, 0] [1, %n, 2, 1] [1, 1, 1, 1] : tensor<?x?x3x?xf32> to tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// -----

// A size that is known later would be one more dimension that may go.

// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[W:.*]] = tensor.extract_slice %{{.*}} : tensor<1x16x4x50xf32> to tensor<?x16x1x48xf32>
// CHECK:         tensor.collapse_shape %[[W]] {{\[\[}}0], [1], [2, 3]] : tensor<?x16x1x48xf32> into tensor<?x16x48xf32>
func.func @unknown(%a: tensor<1x16x4x50xf32>) -> tensor<?x16x48xf32> {
  %c1 = arith.constant 1 : index
  %r = tensor.extract_slice %a[0, 0, 0, 1] [%c1, 16, 1, 48] [1, 1, 1, 1] : tensor<1x16x4x50xf32> to tensor<?x16x48xf32>
  return %r : tensor<?x16x48xf32>
}

// -----

// CHECK-LABEL: func.func @insert(
// CHECK:         %[[W:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [32, 1, 1] : tensor<32x1xf32> into tensor<32x1x1xf32>
// CHECK:         tensor.insert_slice %[[W]] into %{{.*}}[0, 0, 2] [32, 1, 1] [3, 1, 1]
func.func @insert(%a: tensor<32x1xf32>, %b: tensor<96x1x4xf32>) -> tensor<96x1x4xf32> {
  %r = tensor.insert_slice %a into %b[0, 0, 2] [32, 1, 1] [3, 1, 1] : tensor<32x1xf32> into tensor<96x1x4xf32>
  return %r : tensor<96x1x4xf32>
}

// -----

// What is padded and spread is written out; what is padded alone is not.

// CHECK-LABEL: func.func @pads(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4x3xf32>
// CHECK:         %[[F:.*]] = linalg.fill {{.*}} -> tensor<4x5xf32>
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[A]] into %[[F]][0, 2] [4, 3] [1, 1]
// CHECK:         tensor.insert_slice %[[P]] into %{{.*}}[0, 16] [4, 5] [1, 2]
// CHECK:         tensor.pad
func.func @pads(%a: tensor<4x3xf32>, %z: tensor<4x32xf32>) -> (tensor<4x32xf32>, tensor<4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x3xf32> to tensor<4x5xf32>
  %r = tensor.insert_slice %p into %z[0, 16] [4, 5] [1, 2] : tensor<4x5xf32> into tensor<4x32xf32>
  %q = tensor.pad %a low[0, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x3xf32> to tensor<4x5xf32>
  return %r, %q : tensor<4x32xf32>, tensor<4x5xf32>
}

// -----

// A size that the type does not know is a value: upstream looks for one.

// CHECK-LABEL: func.func @constant_size(
// CHECK:         %[[TWO:.*]] = arith.constant 2 : index
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2]] output_shape [4, %[[TWO]], 15] : tensor<?xf32> into tensor<4x?x15xf32>
func.func @constant_size(%a: tensor<?xf32>) -> tensor<4x?x15xf32> {
  %r = tensor.expand_shape %a [[0, 1, 2]] output_shape [4, 2, 15] : tensor<?xf32> into tensor<4x?x15xf32>
  return %r : tensor<4x?x15xf32>
}

// -----

// CHECK-LABEL: func.func @known_sizes(
// CHECK-NOT:     arith.constant
// CHECK:         output_shape [4, %{{.*}}, 15]
func.func @known_sizes(%a: tensor<?xf32>, %n: index) -> tensor<4x?x15xf32> {
  %r = tensor.expand_shape %a [[0, 1, 2]] output_shape [4, %n, 15] : tensor<?xf32> into tensor<4x?x15xf32>
  return %r : tensor<4x?x15xf32>
}
