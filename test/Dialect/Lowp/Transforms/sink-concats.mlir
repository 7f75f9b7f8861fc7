// RUN: lowp-opt %s --split-input-file --lowp-sink-concats | FileCheck %s

// A rotary embedding on its halves. The slices of what is transposed move in
// front of the transpose.

// CHECK-LABEL: func.func @rotary(
// CHECK-SAME:    %[[X:.*]]: tensor<64x4x32xbf16>, %[[S:.*]]: tensor<4x64x32xbf16>
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[X]][0, 0, 0] [64, 4, 16]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[X]][0, 0, 16] [64, 4, 16]
// CHECK-DAG:     %[[TLOW:.*]] = linalg.transpose ins(%[[LOW]]
// CHECK-DAG:     %[[THIGH:.*]] = linalg.transpose ins(%[[HIGH]]
// CHECK-DAG:     %[[MINUS:.*]] = linalg.negf ins(%[[THIGH]]
// CHECK-DAG:     %[[SLOW:.*]] = tensor.extract_slice %[[S]][0, 0, 0] [4, 64, 16]
// CHECK-DAG:     %[[SHIGH:.*]] = tensor.extract_slice %[[S]][0, 0, 16] [4, 64, 16]
// CHECK-DAG:     %[[A:.*]] = linalg.mul ins(%[[MINUS]], %[[SLOW]]
// CHECK-DAG:     %[[B:.*]] = linalg.mul ins(%[[TLOW]], %[[SHIGH]]
// CHECK:         %[[Y:.*]] = tensor.concat dim(2) %[[A]], %[[B]]
// CHECK:         return %[[Y]]
func.func @rotary(%x: tensor<64x4x32xbf16>, %s: tensor<4x64x32xbf16>) -> tensor<4x64x32xbf16> {
  %e = tensor.empty() : tensor<4x64x32xbf16>
  %t = linalg.transpose ins(%x : tensor<64x4x32xbf16>) outs(%e : tensor<4x64x32xbf16>) permutation = [1, 0, 2]
  %low = tensor.extract_slice %t[0, 0, 0] [4, 64, 16] [1, 1, 1] : tensor<4x64x32xbf16> to tensor<4x64x16xbf16>
  %high = tensor.extract_slice %t[0, 0, 16] [4, 64, 16] [1, 1, 1] : tensor<4x64x32xbf16> to tensor<4x64x16xbf16>
  %he = tensor.empty() : tensor<4x64x16xbf16>
  %minus = linalg.negf ins(%high : tensor<4x64x16xbf16>) outs(%he : tensor<4x64x16xbf16>) -> tensor<4x64x16xbf16>
  %c = tensor.concat dim(2) %minus, %low : (tensor<4x64x16xbf16>, tensor<4x64x16xbf16>) -> tensor<4x64x32xbf16>
  %y = linalg.mul ins(%c, %s : tensor<4x64x32xbf16>, tensor<4x64x32xbf16>) outs(%e : tensor<4x64x32xbf16>) -> tensor<4x64x32xbf16>
  return %y : tensor<4x64x32xbf16>
}

// -----

// Somebody needs all of the concat at once.

// CHECK-LABEL: func.func @whole(
// CHECK:         %[[C:.*]] = tensor.concat
// CHECK:         linalg.exp ins(%[[C]]
// CHECK:         return %{{.*}}, %[[C]]
func.func @whole(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.exp ins(%c : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %c : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Parts of different sizes.

// CHECK-LABEL: func.func @unequal(
// CHECK:         %[[C:.*]] = tensor.concat
// CHECK:         linalg.exp ins(%[[C]]
func.func @unequal(%a: tensor<8x4xf32>, %b: tensor<8x2xf32>) -> tensor<8x6xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x2xf32>) -> tensor<8x6xf32>
  %e = tensor.empty() : tensor<8x6xf32>
  %y = linalg.exp ins(%c : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}

// -----

// Slices that overlap would compute elements twice.

// CHECK-LABEL: func.func @overlap(
// CHECK:         linalg.exp
// CHECK:         tensor.extract_slice
// CHECK:         tensor.extract_slice
func.func @overlap(%x: tensor<8xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a = tensor.extract_slice %y[0] [6] [1] : tensor<8xf32> to tensor<6xf32>
  %b = tensor.extract_slice %y[2] [6] [1] : tensor<8xf32> to tensor<6xf32>
  return %a, %b : tensor<6xf32>, tensor<6xf32>
}
