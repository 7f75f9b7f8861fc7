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

// Others are the caller's.
// CHECK-LABEL: func @reads(%{{.*}}: tensor<4xf32>)
func.func @reads(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
