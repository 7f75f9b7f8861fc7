// RUN: lowp-opt %s --split-input-file --lowp-expand-float-casts --verify-diagnostics

func.func @unknown_format(%x: f32) -> f8E4M3FNUZ {
  // expected-error@below {{expected a cast to or from f8E4M3FN or f8E5M2, rounding to nearest even, got 'f32' to 'f8E4M3FNUZ'; no other cast of a small float can be lowered}}
  %q = arith.truncf %x : f32 to f8E4M3FNUZ
  return %q : f8E4M3FNUZ
}

// -----

func.func @rounding_mode(%x: f32) -> f8E4M3FN {
  // expected-error@below {{rounding to nearest even, got 'f32' to 'f8E4M3FN'}}
  %q = arith.truncf %x toward_zero : f32 to f8E4M3FN
  return %q : f8E4M3FN
}
