// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu))" -verify-diagnostics

func.func @tensors(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  // expected-error@+1 {{expected operands to be buffers, got tensors; run one-shot-bufferize before}}
  %0 = linalg.fill ins(%v : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
