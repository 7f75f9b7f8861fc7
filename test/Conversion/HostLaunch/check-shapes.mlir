// Dynamic sizes that must agree are compared; what follows from the code itself
// is not looked at again.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-check-shapes),canonicalize,cse)" | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xf32>, %[[W:.*]]: tensor<?x?xf32>)
// CHECK:         %[[K:.*]] = tensor.dim %[[X]], %c1
// CHECK:         %[[KW:.*]] = tensor.dim %[[W]], %c0
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[K]], %[[KW]]
// CHECK:         cf.assert %[[SAME]], "linalg.matmul: expected dimension 0 of operand 1 to equal dimension 1 of operand 0, got another size; pass tensors that fit"
// CHECK-NOT:     cf.assert
// CHECK:         linalg.matmul
func.func @matmul(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %w, %c1 : tensor<?x?xf32>
  %0 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>)
                     outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @static(
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @static(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>)
                  outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
