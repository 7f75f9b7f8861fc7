// RUN: lowp-opt %s --verify-diagnostics --lowp-legalize-arith=only=emulate-small-floats

// What a named operation computes is what its name says.
func.func @named(%x: tensor<4x8xf6E2M3FN>, %w: tensor<8x4xf6E2M3FN>, %y: tensor<4x4xf6E2M3FN>) -> tensor<4x4xf6E2M3FN> {
  // expected-error @below {{expected arithmetic on small floats in linalg.generic or in loops, got arith.mulf; run linalg-generalize-named-ops first}}
  %z = linalg.matmul ins(%x, %w : tensor<4x8xf6E2M3FN>, tensor<8x4xf6E2M3FN>) outs(%y : tensor<4x4xf6E2M3FN>) -> tensor<4x4xf6E2M3FN>
  return %z : tensor<4x4xf6E2M3FN>
}
