// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp-prepare-bufferization{only=keep-old-values})' \
// RUN:   --remark-format=emitRemark --remarks-filter=lowp.* 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

// A result is a copy, made before the store.
// CHECK-LABEL: func @returned(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[NEW:.*]]: tensor<4xf32>)
// CHECK:         %[[OLD:.*]] = bufferization.to_tensor %[[A]]
// CHECK-NEXT:    %[[KEPT:.*]] = bufferization.alloc_tensor() copy(%[[OLD]])
// CHECK-NEXT:    bufferization.materialize_in_destination %[[NEW]] in writable %[[A]]
// CHECK-NEXT:    return %[[KEPT]]
// REMARK:        [[#@LINE+5]]:3: remark: [Missed] copied-old-value | Category:lowp-keep-old-values
// REMARK-SAME:   the old value of an argument is copied: it is needed after the argument was updated
func.func @returned(%a: memref<4xf32>, %new: tensor<4xf32>) -> tensor<4xf32> {
  %old = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %new in writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  return %old : tensor<4xf32>
}

// A view of it goes first into another argument: nothing is copied.
// CHECK-LABEL: func @previous(
// CHECK-SAME:    %[[A:.*]]: memref<2x2xf32>, %[[B:.*]]: memref<4xf32>, %[[NEW:.*]]: tensor<2x2xf32>)
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape
// CHECK-NEXT:    bufferization.materialize_in_destination %[[FLAT]] in writable %[[B]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[NEW]] in writable %[[A]]
// CHECK-NEXT:    return
func.func @previous(%a: memref<2x2xf32>, %b: memref<4xf32>, %new: tensor<2x2xf32>) {
  %old = bufferization.to_tensor %a restrict writable : memref<2x2xf32> to tensor<2x2xf32>
  bufferization.materialize_in_destination %new in writable %a : (tensor<2x2xf32>, memref<2x2xf32>) -> ()
  %flat = tensor.collapse_shape %old [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  bufferization.materialize_in_destination %flat in writable %b : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// One copy breaks a circle.
// CHECK-LABEL: func @circle(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<4xf32>)
// CHECK-DAG:     %[[OLD_A:.*]] = bufferization.to_tensor %[[A]]
// CHECK-DAG:     %[[OLD_B:.*]] = bufferization.to_tensor %[[B]]
// CHECK-DAG:     %[[OLD_C:.*]] = bufferization.to_tensor %[[C]]
// CHECK:         %[[KEPT:.*]] = bufferization.alloc_tensor() copy(%[[OLD_A]])
// CHECK-NOT:     alloc_tensor
// CHECK:         bufferization.materialize_in_destination %[[OLD_B]] in writable %[[A]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[OLD_C]] in writable %[[B]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[KEPT]] in writable %[[C]]
func.func @circle(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  %old_a = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  %old_b = bufferization.to_tensor %b restrict writable : memref<4xf32> to tensor<4xf32>
  %old_c = bufferization.to_tensor %c restrict writable : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %old_b in writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %old_c in writable %b : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %old_a in writable %c : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// What keeps its value overwrites nothing, and a new value may be a result.
// CHECK-LABEL: func @kept(
// CHECK-NOT:     alloc_tensor
// CHECK:         return
func.func @kept(%a: memref<4xf32>, %b: memref<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %old_a = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  %old_b = bufferization.to_tensor %b restrict writable : memref<4xf32> to tensor<4xf32>
  %new = linalg.exp ins(%old_b : tensor<4xf32>) outs(%old_b : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %old_a in writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %new in writable %b : (tensor<4xf32>, memref<4xf32>) -> ()
  return %old_a, %new : tensor<4xf32>, tensor<4xf32>
}

// Other arguments are no old values.
// CHECK-LABEL: func @other(
// CHECK-SAME:    %{{.*}}: memref<4xf32>, %[[X:.*]]: tensor<4xf32>)
// CHECK-NOT:     alloc_tensor
// CHECK:         return %[[X]]
func.func @other(%a: memref<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %old = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  %new = arith.addf %old, %x : tensor<4xf32>
  bufferization.materialize_in_destination %new in writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  return %x : tensor<4xf32>
}

// A buffer that is read anew after a store is the user's own.
// CHECK-LABEL: func @reads_new(
// CHECK:         materialize_in_destination
// CHECK:         %[[NEW:.*]] = bufferization.to_tensor
// CHECK:         return %[[NEW]]
func.func @reads_new(%a: memref<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %old = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %y = arith.addf %old, %x : tensor<4xf32>
  bufferization.materialize_in_destination %y in writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  %new = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  return %new : tensor<4xf32>
}

// An argument that is no update's is returned as it is.
// CHECK-LABEL: func @other_argument(
// CHECK-SAME:    %{{.*}}: memref<4xf32>, %[[X:[a-z0-9]*]]: tensor<4xf32>)
// CHECK-NOT:     alloc_tensor
// CHECK:         return %[[X]]
func.func @other_argument(%a: memref<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %old = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  %new = arith.negf %old : tensor<4xf32>
  bufferization.materialize_in_destination %new in writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  return %x : tensor<4xf32>
}

// -----

// A question for the size of an argument does not read it.
// CHECK-LABEL: @unknown_size
// CHECK:         %[[OLD:.*]] = bufferization.to_tensor
// CHECK:         %[[KEPT:.*]] = bufferization.alloc_tensor() copy(%[[OLD]])
// CHECK:         bufferization.materialize_in_destination
// CHECK:         return %[[KEPT]]
func.func @unknown_size(%x: memref<1x?xf32>) -> tensor<1x?xf32> {
  %c1 = arith.constant 1 : index
  %old = bufferization.to_tensor %x restrict writable : memref<1x?xf32> to tensor<1x?xf32>
  %n = memref.dim %x, %c1 : memref<1x?xf32>
  %e = tensor.empty(%n) : tensor<1x?xf32>
  %new = linalg.add ins(%old, %old : tensor<1x?xf32>, tensor<1x?xf32>) outs(%e : tensor<1x?xf32>) -> tensor<1x?xf32>
  bufferization.materialize_in_destination %new in writable %x : (tensor<1x?xf32>, memref<1x?xf32>) -> ()
  return %old : tensor<1x?xf32>
}
