// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// parameter-C1
// expected-error @+1 {{expected 'lowp.parameter' to be a unit attribute on an argument that is a ranked tensor or a scaled value, got it on argument 0}}
func.func private @f(f32 {lowp.parameter})

// -----

// parameter-C1
// expected-error @+1 {{expected 'lowp.parameter' to be a unit attribute on an argument that is a ranked tensor or a scaled value, got it on argument 1}}
func.func private @f(f32, tensor<4xf32> {lowp.parameter = 7})
