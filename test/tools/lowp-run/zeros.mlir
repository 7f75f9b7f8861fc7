// RUN: lowp-run %s --device=cpu --dump-outputs=%t | FileCheck %s
// CHECK: f

// LLVM makes calloc of an allocation that is filled with zeros: host code is
// linked to it too.
func.func @f(%a: tensor<8x24xbf16>, %x: tensor<24xbf16>) -> (tensor<17x16xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %y = linalg.matvec ins(%a, %x : tensor<8x24xbf16>, tensor<24xbf16>) outs(%init : tensor<8xf32>) -> tensor<8xf32>
  %zeros = arith.constant dense<0.0> : tensor<17x16xf32>
  return %zeros, %y, %y : tensor<17x16xf32>, tensor<8xf32>, tensor<8xf32>
}
