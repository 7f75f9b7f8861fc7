// RUN: lowp-opt %s --lowp-finish-bufferization=only=expand-dynamic-reshapes | FileCheck %s

// CHECK-LABEL: func @two_unknown_sizes
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg0
// CHECK: %[[INNER:.*]] = arith.muli %[[STRIDES]]#0, %arg2
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%arg1, %arg2, 64], strides: [%[[INNER]], 64, 1]
func.func @two_unknown_sizes(%m: memref<?x64xf32>, %a: index, %b: index) -> memref<?x?x64xf32> {
  %v = memref.expand_shape %m [[0, 1], [2]] output_shape [%a, %b, 64] : memref<?x64xf32> into memref<?x?x64xf32>
  return %v : memref<?x?x64xf32>
}

// CHECK-LABEL: func @one_unknown_size
// CHECK: memref.expand_shape
func.func @one_unknown_size(%m: memref<?xf32>, %a: index) -> memref<?x8xf32> {
  %v = memref.expand_shape %m [[0, 1]] output_shape [%a, 8] : memref<?xf32> into memref<?x8xf32>
  return %v : memref<?x8xf32>
}
