// RUN: lowp-opt %s --lowp-to-cpu -verify-diagnostics
// RUN: lowp-opt %s --lowp-to-nvvm=chip=sm_90a -verify-diagnostics

// The casts in a named operation have no place of their own.
func.func @named(%x: tensor<8x8xf8E3M4>, %w: tensor<8x8xf8E3M4>, %init: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{from at most 64 bits and rounding to nearest even, or from f8E8M0FNU, got 'f8E3M4' to 'f32'; no other cast of a small float can be lowered}}
  %y = linalg.matmul ins(%x, %w : tensor<8x8xf8E3M4>, tensor<8x8xf8E3M4>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
