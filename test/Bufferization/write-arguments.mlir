// RUN: lowp-opt %s --lowp-write-arguments | FileCheck %s

// The update stays although nobody uses its result.
// CHECK-LABEL: func @step(
// CHECK-SAME:    %[[W:.*]]: memref<4xf32>, %[[G:.*]]: tensor<4xf32>)
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[W]] restrict writable
// CHECK: %[[Y:.*]] = arith.subf %[[T]], %[[G]]
// CHECK: bufferization.materialize_in_destination %[[Y]] in writable %[[W]] : (tensor<4xf32>, memref<4xf32>) -> ()
// CHECK: return %[[Y]]
func.func @step(%w: tensor<4xf32> {bufferization.writable = true}, %g: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.subf %w, %g : tensor<4xf32>
  %z = bufferization.materialize_in_destination %y in %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// Stores come last, whatever reads the old value after them. The last one
// counts, and one into what another returns is one.
// CHECK-LABEL: func @reads_behind(
// CHECK-SAME:    %[[W:.*]]: memref<4xf32>, %[[G:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<?xf32>)
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[W]] restrict writable
// CHECK: %[[R:.*]] = arith.addf %[[T]], %[[T]]
// CHECK: %[[C:.*]] = tensor.cast %[[D]]
// CHECK: bufferization.materialize_in_destination %[[D]] in writable %[[W]]
// CHECK-NOT: materialize_in_destination
// CHECK: return %[[R]], %[[C]]
func.func @reads_behind(%w: tensor<4xf32> {bufferization.writable = true}, %g: tensor<4xf32>, %d: tensor<?xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %z = bufferization.materialize_in_destination %g in %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = arith.addf %w, %w : tensor<4xf32>
  %y = bufferization.materialize_in_destination %d in %z : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r, %y : tensor<4xf32>, tensor<4xf32>
}

// An argument that keeps its value.
// CHECK-LABEL: func @unchanged(
// CHECK-SAME:    %[[W:.*]]: memref<4xf32>) {
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[W]] restrict writable
// CHECK-NEXT: bufferization.materialize_in_destination %[[T]] in writable %[[W]]
// CHECK-NEXT: return
func.func @unchanged(%w: tensor<4xf32> {lowp.aliasing_output = 0 : i64}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// Others are the caller's.
// CHECK-LABEL: func @reads(%{{.*}}: tensor<4xf32>)
func.func @reads(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// A result in place of an argument is no result; others keep their order.
// CHECK-LABEL: func @swap_and_add(
// CHECK-SAME:    %[[V:.*]]: memref<4xf32>, %[[W:.*]]: memref<4xf32>) -> tensor<4xf32>
// CHECK-DAG:  %[[OLD_V:.*]] = bufferization.to_tensor %[[V]] restrict writable
// CHECK-DAG:  %[[OLD_W:.*]] = bufferization.to_tensor %[[W]] restrict writable
// CHECK:      %[[SUM:.*]] = arith.addf %[[OLD_V]], %[[OLD_W]]
// CHECK-DAG:  bufferization.materialize_in_destination %[[OLD_W]] in writable %[[V]]
// CHECK-DAG:  bufferization.materialize_in_destination %[[OLD_V]] in writable %[[W]]
// CHECK:      return %[[SUM]] : tensor<4xf32>
func.func @swap_and_add(%v: tensor<4xf32> {lowp.aliasing_output = 2 : i64}, %w: tensor<4xf32> {lowp.aliasing_output = 0 : i64})
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %sum = arith.addf %v, %w : tensor<4xf32>
  return %v, %sum, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What IREE's front end says of arguments that JAX's caller donates.
// CHECK-LABEL: func.func @donated(
// CHECK-SAME:  %[[W:[^:]*]]: memref<4xf32>, %[[G:[^:]*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK:       %[[OLD:.*]] = bufferization.to_tensor %[[W]] restrict writable
// CHECK:       %[[NEW:.*]] = arith.subf %[[OLD]], %[[G]]
// CHECK:       bufferization.materialize_in_destination %[[NEW]] in writable %[[W]]
// CHECK:       return %[[G]]
func.func @donated(%w: tensor<4xf32> {iree.abi.output = 1 : index}, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %new = arith.subf %w, %g : tensor<4xf32>
  return %g, %new : tensor<4xf32>, tensor<4xf32>
}
