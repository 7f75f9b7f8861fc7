// RUN: lowp-opt %s --lowp-inline-fusions -verify-diagnostics

func.func @buffers(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  // expected-error @below {{expected tensors and a func.func of one block as callee; inline fusions before bufferization}}
  lowp.launch_fusion @fusions::@copy ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>)
  return
}
module @fusions {
  func.func @copy(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %a : tensor<4x8xf32>
  }
}
