// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu))" -verify-diagnostics

func.func @tensors(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  // expected-error@+1 {{expected operands to be buffers, got tensors; run one-shot-bufferize before}}
  %0 = linalg.fill ins(%v : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @without_links(%u: memref<4x8xf32>, %p: memref<4xi64>, %x: memref<32x8xf32>) {
  // expected-error@+1 {{expected buffers, and links or 'unique', got a scatter without; run lowp-link-scatters and one-shot-bufferize before convert-linalg-to-gpu}}
  lowp.scatter ins(%u, %p : memref<4x8xf32>, memref<4xi64>) outs(%x : memref<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  }
  return
}
