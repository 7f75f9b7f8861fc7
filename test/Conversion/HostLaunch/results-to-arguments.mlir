// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-results-to-arguments))" | FileCheck %s

// A buffer of the function's own becomes the caller's; sizes are compared.
// CHECK-LABEL: func.func @own(
// CHECK-SAME:    %[[N:.*]]: index, %[[R:.*]]: memref<?x4xf32>) {
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
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[R0:.*]]: memref<4xf32>, %[[R1:.*]]: memref<4xf32>) {
// CHECK:         memref.copy %[[X]], %[[R0]]
// CHECK:         memref.copy %[[X]], %[[R1]]
func.func @given(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  return %x, %x : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[R0:.*]]: memref<4xf32>, %[[R1:.*]]: memref<4xf32>) {
// CHECK:         memref.copy %[[R0]], %[[R1]]
func.func @twice() -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  return %0, %0 : memref<4xf32>, memref<4xf32>
}
