// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CLEAN

// CHECK-LABEL: func.func @on_tensors(
// CHECK:         lowp.call_external "f" ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, i32) outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<?xf32>)
// CHECK-SAME:      {strided = array<i64: 0>, updated = array<i64: 1>} -> tensor<4x8xf32>, tensor<?xf32>
func.func @on_tensors(%x: tensor<4x8xf32>, %s: i32, %c: tensor<?xf32>) -> (tensor<4x8xf32>, tensor<?xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %y, %n = lowp.call_external "f" ins(%x, %s : tensor<4x8xf32>, i32)
      outs(%e, %c : tensor<4x8xf32>, tensor<?xf32>) {strided = array<i64: 0>, updated = array<i64: 1>}
      -> tensor<4x8xf32>, tensor<?xf32>
  return %y, %n : tensor<4x8xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @on_buffers(
// CHECK:         lowp.call_external "f" ins(%{{.*}} : memref<4x8xf32>) outs(%{{.*}} : memref<4xf32>){{$}}
// CLEAN-LABEL: func.func @on_buffers(
// CLEAN:         lowp.call_external
func.func @on_buffers(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  lowp.call_external "f" ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>)
  return
}

// Equal calls are one, and one that nobody reads is gone.
// CLEAN-LABEL: func.func @pure(
// CLEAN-COUNT-1: lowp.call_external "f"
// CLEAN-NOT:     lowp.call_external
func.func @pure(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = lowp.call_external "f" ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = lowp.call_external "f" ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = lowp.call_external "g" ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
