// RUN: lowp-opt %s --lowp-sink-concats | FileCheck %s

// An empty concat has no pieces.

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

// Too many parts to write down, and too many to count in memory.

// CHECK-LABEL: func.func @many_parts(
// CHECK:         tensor.insert_slice
func.func @many_parts(%x: tensor<549755813888xi8>, %y: tensor<1099511627776xi8>) -> tensor<1099511627776xi8> {
  %i = tensor.insert_slice %x into %y[3] [549755813888] [1] : tensor<549755813888xi8> into tensor<1099511627776xi8>
  return %i : tensor<1099511627776xi8>
}

// -----

// Rows of a sum of nothing: operands without elements are not sliced.
// CHECK-LABEL: @rows_of_nothing
// CHECK-DAG:     %[[LHS:.*]] = tensor.empty() : tensor<5x0xf16>
// CHECK:         linalg.matmul ins(%[[LHS]], %{{.*}} : tensor<5x0xf16>, tensor<0x24xf16>)
func.func @rows_of_nothing(%x: tensor<17x0xf16>, %w: tensor<0x24xf16>) -> tensor<5x24xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<17x24xf16>
  %z = linalg.fill ins(%zero : f16) outs(%e : tensor<17x24xf16>) -> tensor<17x24xf16>
  %y = linalg.matmul ins(%x, %w : tensor<17x0xf16>, tensor<0x24xf16>) outs(%z : tensor<17x24xf16>) -> tensor<17x24xf16>
  %s = tensor.extract_slice %y[0, 0] [5, 24] [1, 1] : tensor<17x24xf16> to tensor<5x24xf16>
  return %s : tensor<5x24xf16>
}
