// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// seed-C1
// expected-error @+1 {{expected 'lowp.seed' to be a unit attribute on an argument of type i64, got it on argument 0}}
func.func private @f(i32 {lowp.seed})

// -----

// seed-C1
// expected-error @+1 {{expected 'lowp.seed' to be a unit attribute on an argument of type i64, got it on argument 1}}
func.func private @f(f32, i64 {lowp.seed = 7})
