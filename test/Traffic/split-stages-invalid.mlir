// RUN: lowp-opt %s --lowp-split-stages --verify-diagnostics --split-input-file

// expected-error@+1 {{expected 'lowp.divisible' to be how many bytes stages must save, as i64, got unit}}
func.func @unit(%x: tensor<4xf32>) -> tensor<4xf32> attributes {lowp.divisible} {
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{expected 'lowp.divisible' to be how many bytes stages must save, as i64, got 1 : i32}}
func.func @narrow(%x: tensor<4xf32>) -> tensor<4xf32> attributes {lowp.divisible = 1 : i32} {
  return %x : tensor<4xf32>
}
