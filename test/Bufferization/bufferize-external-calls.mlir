// RUN: lowp-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s

// A slice has gaps between its rows: whoever takes strides gets it as it is.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4x16xf32>)
// CHECK:         %[[SLICE:.*]] = memref.subview %[[X]]
// CHECK:         %[[Y:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK:         %[[COPY:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK:         memref.copy %[[SLICE]], %[[COPY]]
// CHECK:         lowp.call_external "f" ins(%[[SLICE]], %[[COPY]] : memref<4x8xf32, strided<[16, 1]>>, memref<4x8xf32>) outs(%[[Y]] : memref<4x8xf32>) {strided = array<i64: 0>}
func.func @slices(%x: tensor<4x16xf32>) -> tensor<4x8xf32> {
  %s = tensor.extract_slice %x[0, 0] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %y = lowp.call_external "f" ins(%s, %s : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {strided = array<i64: 0>}
      -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// Whole rows of an argument have none.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     memref.copy
// CHECK:         lowp.call_external "f" ins(%{{.*}} : memref<2x16xf32, strided<[16, 1], offset: 16>>)
func.func @rows(%x: tensor<4x16xf32>) -> tensor<2x16xf32> {
  %s = tensor.extract_slice %x[1, 0] [2, 16] [1, 1] : tensor<4x16xf32> to tensor<2x16xf32>
  %e = tensor.empty() : tensor<2x16xf32>
  %y = lowp.call_external "f" ins(%s : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %y : tensor<2x16xf32>
}

// An argument that may be written is updated in place; one that may not is
// copied first.
// CHECK-LABEL: func.func @update(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4xf32>, %[[B:[^:]*]]: memref<4xf32>)
// CHECK:         lowp.call_external "f" outs(%[[A]] : memref<4xf32>) {updated = array<i64: 0>}
// CHECK:         memref.copy %[[B]], %[[COPY:.*]] :
// CHECK:         lowp.call_external "f" outs(%[[COPY]] : memref<4xf32>) {updated = array<i64: 0>}
func.func @update(%a: tensor<4xf32> {bufferization.writable = true}, %b: tensor<4xf32> {bufferization.writable = false})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %y = lowp.call_external "f" outs(%a : tensor<4xf32>) {updated = array<i64: 0>} -> tensor<4xf32>
  %z = lowp.call_external "f" outs(%b : tensor<4xf32>) {updated = array<i64: 0>} -> tensor<4xf32>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}
