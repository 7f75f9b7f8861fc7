// RUN: lowp-opt %s -split-input-file -verify-diagnostics --allow-unregistered-dialect

// numerics-C1
// expected-error @+1 {{expected 'eps' to be finite and at least 0, in double precision, got -1; 0.0 leaves amax as it is}}
"test.op"() {n = #lowp.numerics<torchao, eps = -1.0>} : () -> ()

// -----

// numerics-C2
// expected-error @+1 {{expected a preset or all parameters of the numerics, got none for 'power_of_two'}}
"test.op"() {n = #lowp.numerics<eps = 0.0, division = f32>} : () -> ()

// -----

// expected-error @+1 {{expected a preset (torchao, torchao_rowwise, transformer_engine, transformer_engine_stochastic, deep_gemm, mx_floor, mx_ceil, mx_even, mx_rceil, torchao_mx_floor, torchao_mx_ceil, torchao_mx_even, torchao_mx_rceil, deep_gemm_ue8m0, torchao_nvfp4) or 'parameter = value', got 'default'}}
"test.op"() {n = #lowp.numerics<default>} : () -> ()

// -----

// expected-error @+1 {{expected 'f32', 'f64' or 'reciprocal', got 'f16'}}
"test.op"() {n = #lowp.numerics<torchao, division = f16>} : () -> ()

// -----

// expected-error @+1 {{expected 'propagate', 'unit' or 'saturate', got 'one'}}
"test.op"() {n = #lowp.numerics<torchao, degenerate = one>} : () -> ()

// -----

// expected-error @+1 {{expected 'saturate' or 'overflow', got 'wrap'}}
"test.op"() {n = #lowp.numerics<torchao, saturation = wrap>} : () -> ()

// -----

// expected-error @+1 {{expected 'eps', 'division', 'power_of_two', 'degenerate', 'saturation', 'scale_rounding', 'rounding', 'quotient', 'largest_factor', 'small_scales', 'matrix_scale' or, first of all, a preset (torchao, torchao_rowwise, transformer_engine, transformer_engine_stochastic, deep_gemm, mx_floor, mx_ceil, mx_even, mx_rceil, torchao_mx_floor, torchao_mx_ceil, torchao_mx_even, torchao_mx_rceil, deep_gemm_ue8m0, torchao_nvfp4), got 'epsilon'}}
"test.op"() {n = #lowp.numerics<torchao, epsilon = 0.0>} : () -> ()

// -----

// expected-error @+1 {{expected 'none', 'floor', 'ceil', 'even' or 'rceil', got 'nearest'}}
"test.op"() {n = #lowp.numerics<mx_rceil, scale_rounding = nearest>} : () -> ()

// -----

// expected-error @+1 {{expected 'nearest' or 'stochastic', got 'random'}}
"test.op"() {n = #lowp.numerics<transformer_engine, rounding = random>} : () -> ()

// -----

// expected-error @+1 {{expected 'encode' or 'decode', got 'both'}}
"test.op"() {n = #lowp.numerics<deep_gemm, quotient = both>} : () -> ()

// -----

// expected-error @+1 {{expected 'input', 'f32', 'bf16' or 'f16', got 'f64'}}
"test.op"() {n = #lowp.numerics<transformer_engine, largest_factor = f64>} : () -> ()

// -----

// expected-error @+1 {{expected 'exact', 'normal' or 'unit', got 'zero'}}
"test.op"() {n = #lowp.numerics<mx_rceil, small_scales = zero>} : () -> ()

// -----

// expected-error @+1 {{expected 'amax' or 'unit', got 'one'}}
"test.op"() {n = #lowp.numerics<torchao_nvfp4, matrix_scale = one>} : () -> ()
