// RUN: lowp-opt %s --split-input-file --lowp-legalize-arith=only=expand-float-casts --verify-diagnostics

func.func @unknown_format(%x: f32) -> f8E4M3FNUZ {
  // expected-error@below {{expected a cast to or from one of f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN, f4E2M1FN, from at most 64 bits and rounding to nearest even, or from f8E8M0FNU, got 'f32' to 'f8E4M3FNUZ'; no other cast of a small float can be lowered}}
  %q = arith.truncf %x : f32 to f8E4M3FNUZ
  return %q : f8E4M3FNUZ
}

// -----

func.func @rounding_mode(%x: f32) -> f8E4M3FN {
  // expected-error@below {{from at most 64 bits and rounding to nearest even, or from f8E8M0FNU, got 'f32' to 'f8E4M3FN'}}
  %q = arith.truncf %x toward_zero : f32 to f8E4M3FN
  return %q : f8E4M3FN
}

// -----

// Nothing says how a power of two is rounded.
func.func @to_power_of_two(%x: f32) -> f8E8M0FNU {
  // expected-error@below {{from at most 64 bits and rounding to nearest even, or from f8E8M0FNU, got 'f32' to 'f8E8M0FNU'}}
  %q = arith.truncf %x : f32 to f8E8M0FNU
  return %q : f8E8M0FNU
}

// -----

// The body of a named operation cannot be changed.
func.func @named(%x: tensor<8x8xf8E5M2>, %w: tensor<8x8xf8E5M2>, %init: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@below {{'linalg.matmul' op expected casts in linalg.generic or in loops, got one from 'f8E5M2' to 'f32'; run linalg-generalize-named-ops first}}
  %y = linalg.matmul ins(%x, %w : tensor<8x8xf8E5M2>, tensor<8x8xf8E5M2>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// By way of a narrower type it would be rounded twice.
func.func @wider_than_f64(%x: f128) -> f4E2M1FN {
  // expected-error@below {{from at most 64 bits and rounding to nearest even, or from f8E8M0FNU, got 'f128' to 'f4E2M1FN'}}
  %q = arith.truncf %x : f128 to f4E2M1FN
  return %q : f4E2M1FN
}
