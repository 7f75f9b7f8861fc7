// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected 'lowp_gpu.planned' to be an array of two f64, got array<f64: 1.000000e+00>}}
func.func private @f() attributes {lowp_gpu.planned = array<f64: 1.0>}

// -----

// expected-error @below {{expected 'lowp_gpu.planned' to be an array of two f64, got 1.000000e+00 : f64}}
func.func private @f() attributes {lowp_gpu.planned = 1.0}

// -----

// expected-error @below {{expected 'lowp_gpu.planned_recipe' to be a #lowp.matmul_recipe, got "rowwise"}}
module attributes {lowp_gpu.planned_recipe = "rowwise"} {}
