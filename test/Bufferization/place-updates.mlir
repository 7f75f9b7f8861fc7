// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp-prepare-bufferization{only=place-updates})' | FileCheck %s
// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp-prepare-bufferization{only=place-updates},one-shot-bufferize{bufferize-function-boundaries},canonicalize)' \
// RUN:   | FileCheck %s --check-prefix=BUFFERS

// The update gets the argument as destination, and comes after what reads the
// argument before it.

// CHECK-LABEL: func @step(
// CHECK:         %[[W:.*]] = bufferization.to_tensor
// CHECK:         linalg.exp ins(%[[W]] : tensor<4xf32>)
// CHECK-NEXT:    %[[NEW:.*]] = linalg.sub ins(%[[W]], %{{.*}} : {{.*}}) outs(%[[W]] : tensor<4xf32>)
// CHECK-NEXT:    bufferization.materialize_in_destination %[[NEW]]
// BUFFERS-LABEL: func @step(
// BUFFERS-SAME:    %[[G:[a-z0-9]+]]: memref<4xf32{{.*}}>, %[[W:[a-z0-9]+]]: memref<4xf32>
// BUFFERS-NOT:     memref.copy
// BUFFERS:         linalg.sub ins(%[[W]], %[[G]] : {{.*}}) outs(%[[W]] : memref<4xf32>)
// BUFFERS-NOT:     memref.copy
func.func @step(%g: tensor<4xf32>, %arg: memref<4xf32>) -> tensor<4xf32> {
  %w = bufferization.to_tensor %arg restrict writable : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %new = linalg.sub ins(%w, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %new in writable %arg : (tensor<4xf32>, memref<4xf32>) -> ()
  return %y : tensor<4xf32>
}

// In another shape.
// CHECK-LABEL: func @reshaped(
// CHECK:         %[[W:.*]] = bufferization.to_tensor
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0, 1]]
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         linalg.exp ins(%[[FLAT]] : tensor<8xf32>) outs(%[[FLAT]] : tensor<8xf32>)
// BUFFERS-LABEL: func @reshaped(
// BUFFERS-NOT:     memref.alloc
// BUFFERS-NOT:     memref.copy
func.func @reshaped(%arg: memref<2x4xf32>) {
  %w = bufferization.to_tensor %arg restrict writable : memref<2x4xf32> to tensor<2x4xf32>
  %flat = tensor.collapse_shape %w [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%flat : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %new = tensor.expand_shape %y [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  bufferization.materialize_in_destination %new in writable %arg : (tensor<2x4xf32>, memref<2x4xf32>) -> ()
  return
}

// What is computed may know sizes that the buffer does not: another type, which
// is copied.
// CHECK-LABEL: func @known_sizes(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[E]] : tensor<4xf32>)
// BUFFERS-LABEL: func @known_sizes(
// BUFFERS-COUNT-1: memref.copy
// BUFFERS-NOT:     memref.copy
func.func @known_sizes(%arg: memref<1x?xf32>) {
  %w = bufferization.to_tensor %arg restrict writable : memref<1x?xf32> to tensor<1x?xf32>
  %c = tensor.cast %w : tensor<1x?xf32> to tensor<1x4xf32>
  %x = tensor.collapse_shape %c [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %new = tensor.expand_shape %y [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  bufferization.materialize_in_destination %new in writable %arg : (tensor<1x4xf32>, memref<1x?xf32>) -> ()
  return
}

// An update that writes other elements than it reads gets a buffer of its own.
// BUFFERS-LABEL: func @transposed(
// BUFFERS-SAME:    %[[W:[a-z0-9]+]]: memref<4x4xf32>
// BUFFERS:         %[[NEW:.*]] = memref.alloc() {{.*}}: memref<4x4xf32>
// BUFFERS:         linalg.transpose ins(%[[W]] : {{.*}}) outs(%[[NEW]] :
// BUFFERS:         memref.copy %[[NEW]], %[[W]]
func.func @transposed(%arg: memref<4x4xf32>) {
  %w = bufferization.to_tensor %arg restrict writable : memref<4x4xf32> to tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %new = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  bufferization.materialize_in_destination %new in writable %arg : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
  return
}

// The old value is needed after the new one: both exist for a while.
// BUFFERS-LABEL: func @both(
// BUFFERS-SAME:    %[[W:[a-z0-9]+]]: memref<4xf32>
// BUFFERS:         linalg.exp ins(%[[W]] : {{.*}}) outs(%[[NEW:[a-z0-9_]+]] :
// BUFFERS:         linalg.sub ins(%[[NEW]], %[[W]] :
// BUFFERS:         memref.copy %[[NEW]], %[[W]]
func.func @both(%arg: memref<4xf32>) -> tensor<4xf32> {
  %w = bufferization.to_tensor %arg restrict writable : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %new = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %step = linalg.sub ins(%new, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %new in writable %arg : (tensor<4xf32>, memref<4xf32>) -> ()
  return %step : tensor<4xf32>
}

// What is stored into another buffer, or twice, stays.
// CHECK-LABEL: func @twice(
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[E]] :
func.func @twice(%arg: memref<4xf32>) {
  %w = bufferization.to_tensor %arg restrict writable : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %new = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %new in writable %arg : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %w in writable %arg : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// An update that comes before what overwrites its operand stays there: the
// argument that goes into another one's place is still needed, so that the
// update gets a buffer of its own.
// CHECK-LABEL: func @moves(
// CHECK:         %[[A:.*]] = bufferization.to_tensor %[[TO_A:.*]] restrict
// CHECK:         %[[B:.*]] = bufferization.to_tensor %[[TO_B:.*]] restrict
// CHECK:         %[[NEW:.*]] = linalg.mul ins(%[[B]], %[[B]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[A]] in writable %[[TO_B]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[NEW]] in writable %[[TO_A]]
func.func @moves(%a: memref<4xf32>, %b: memref<4xf32>) {
  %old_a = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  %old_b = bufferization.to_tensor %b restrict writable : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %new = linalg.mul ins(%old_b, %old_b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %old_a in writable %b : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %new in writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
