// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-finish-bufferization{only=results-to-arguments})" | FileCheck %s

// A buffer of the function's own becomes the caller's; sizes are compared.
// CHECK-LABEL: func.func @own(
// CHECK-SAME:    %[[N:.*]]: index, %[[R:.*]]: memref<?x4xf32> {bufferize.result}) {
// CHECK:         %[[SIZE:.*]] = memref.dim %[[R]]
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %[[N]]
// CHECK:         cf.assert %[[SAME]], "result 0 of 'own': expected dimension 0 to have the size that follows from the arguments, got another;
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[R]] : memref<?x4xf32>)
// CHECK:         return
func.func @own(%n: index) -> memref<?x4xf32> {
  %v = arith.constant 1.0 : f32
  %0 = memref.alloc(%n) : memref<?x4xf32>
  linalg.fill ins(%v : f32) outs(%0 : memref<?x4xf32>)
  return %0 : memref<?x4xf32>
}

// One that the caller has already is copied, and so is the second of two
// results that are one buffer.
// CHECK-LABEL: func.func @given(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[R0:.*]]: memref<4xf32> {bufferize.result}, %[[R1:.*]]: memref<4xf32> {bufferize.result}) {
// CHECK:         memref.copy %[[X]], %[[R0]]
// CHECK:         memref.copy %[[X]], %[[R1]]
func.func @given(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  return %x, %x : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[R0:.*]]: memref<4xf32> {bufferize.result}, %[[R1:.*]]: memref<4xf32> {bufferize.result}) {
// CHECK:         memref.copy %[[R0]], %[[R1]]
func.func @twice() -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  return %0, %0 : memref<4xf32>, memref<4xf32>
}

// Dimensions of size 1 that are added at the end are taken off the caller's.
// CHECK-LABEL: func.func @expanded(
// CHECK-SAME:    %[[N:.*]]: index, %[[R:.*]]: memref<1x?x4xf32> {bufferize.result}) {
// CHECK:         %[[SIZE:.*]] = memref.dim %[[R]], %c1
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %[[N]]
// CHECK:         cf.assert %[[SAME]], "result 0 of 'expanded': expected dimension 1 to
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         %[[ROWS:.*]] = memref.collapse_shape %[[R]] {{\[}}[0, 1], [2]]
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[ROWS]] : memref<?x4xf32>)
func.func @expanded(%n: index) -> memref<1x?x4xf32> {
  %v = arith.constant 1.0 : f32
  %0 = memref.alloc(%n) : memref<?x4xf32>
  linalg.fill ins(%v : f32) outs(%0 : memref<?x4xf32>)
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [1, %n, 4] : memref<?x4xf32> into memref<1x?x4xf32>
  return %1 : memref<1x?x4xf32>
}

// Known sizes are those of the allocation, divided.
// CHECK-LABEL: func.func @divided(
// CHECK-SAME:    %{{.*}}: f32, %[[R:.*]]: memref<2x4xf32> {bufferize.result}) {
// CHECK-NOT:     memref.copy
// CHECK:         memref.collapse_shape %[[R]]
// CHECK-NOT:     memref.copy
func.func @divided(%v: f32) -> memref<2x4xf32> {
  %0 = memref.alloc() : memref<8xf32>
  linalg.fill ins(%v : f32) outs(%0 : memref<8xf32>)
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return %1 : memref<2x4xf32>
}

// Others are copied: the caller's size would have to be divided.
// CHECK-LABEL: func.func @divided_unknown(
// CHECK-SAME:    %{{.*}}: index, %[[S:.*]]: memref<2x?xf32> {bufferize.result}) {
// CHECK:         memref.copy %{{.*}}, %[[S]]
func.func @divided_unknown(%n: index) -> memref<2x?xf32> {
  %c2 = arith.constant 2 : index
  %all = arith.muli %n, %c2 : index
  %0 = memref.alloc(%all) : memref<?xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [2, %n] : memref<?xf32> into memref<2x?xf32>
  return %1 : memref<2x?xf32>
}

// Dimensions that are joined at the end are divided in the caller's.
// CHECK-LABEL: func.func @joined(
// CHECK-SAME:    %{{.*}}: f32, %[[R:.*]]: memref<8xf32> {bufferize.result}) {
// CHECK-NOT:     memref.copy
// CHECK:         %[[ROWS:.*]] = memref.expand_shape %[[R]] {{\[}}[0, 1, 2]] output_shape [1, 2, 4]
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[ROWS]] : memref<1x2x4xf32>)
// CHECK-NOT:     memref.copy
func.func @joined(%v: f32) -> memref<8xf32> {
  %0 = memref.alloc() : memref<1x2x4xf32>
  linalg.fill ins(%v : f32) outs(%0 : memref<1x2x4xf32>)
  %1 = memref.collapse_shape %0 [[0, 1, 2]] : memref<1x2x4xf32> into memref<8xf32>
  return %1 : memref<8xf32>
}
