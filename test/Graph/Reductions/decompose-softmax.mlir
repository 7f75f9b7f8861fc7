// RUN: lowp-opt %s --lowp-simplify-reductions=only=decompose-softmax | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK-NOT:     linalg.softmax
// CHECK:         arith.maxnumf
// CHECK:         math.exp
// CHECK:         arith.addf
// CHECK:         arith.divf
func.func @rows(%x: tensor<4x?xf32>, %e: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>)
    -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// Buffers have no values that could fuse.
// CHECK-LABEL: func.func @buffers
// CHECK:         linalg.softmax
func.func @buffers(%x: memref<4x8xf32>, %e: memref<4x8xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<4x8xf32>) outs(%e : memref<4x8xf32>)
  return
}
