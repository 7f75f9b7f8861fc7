// RUN: lowp-opt %s --lowp-sink-concats | FileCheck %s

// Of nothing there are no pieces.

// CHECK-LABEL: func.func @no_rows(
// CHECK-SAME:    -> tensor<0x8xf32>
func.func @no_rows(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<0x8xf32> {
  %c = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %s = tensor.extract_slice %c[2, 0] [0, 8] [1, 1] : tensor<8x8xf32> to tensor<0x8xf32>
  return %s : tensor<0x8xf32>
}

// CHECK-LABEL: func.func @no_joined_rows(
// CHECK-SAME:    -> tensor<0xf32>
func.func @no_joined_rows(%b: tensor<4x8xf32>) -> tensor<0xf32> {
  %d = tensor.collapse_shape %b [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %t = tensor.extract_slice %d[8] [0] [1] : tensor<32xf32> to tensor<0xf32>
  return %t : tensor<0xf32>
}
