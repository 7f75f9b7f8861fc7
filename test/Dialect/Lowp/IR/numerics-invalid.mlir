// RUN: lowp-opt %s -split-input-file -verify-diagnostics --allow-unregistered-dialect

// numerics-C1
// expected-error @+1 {{expected 'eps' to be finite and at least 0, in double precision, got -1; 0.0 leaves amax as it is}}
"test.op"() {n = #lowp.numerics<torchao, eps = -1.0>} : () -> ()

// -----

// numerics-C2
// expected-error @+1 {{expected a preset or all parameters of the numerics, got none for 'power_of_two'}}
"test.op"() {n = #lowp.numerics<eps = 0.0, division = f32>} : () -> ()

// -----

// expected-error @+1 {{expected a preset (torchao, torchao_rowwise, transformer_engine, transformer_engine_stochastic, mx_floor, mx_ceil, mx_even, mx_rceil) or 'parameter = value', got 'default'}}
"test.op"() {n = #lowp.numerics<default>} : () -> ()

// -----

// expected-error @+1 {{expected 'f32' or 'f64', got 'f16'}}
"test.op"() {n = #lowp.numerics<torchao, division = f16>} : () -> ()

// -----

// expected-error @+1 {{expected 'propagate' or 'unit', got 'one'}}
"test.op"() {n = #lowp.numerics<torchao, degenerate = one>} : () -> ()

// -----

// expected-error @+1 {{expected 'saturate' or 'overflow', got 'wrap'}}
"test.op"() {n = #lowp.numerics<torchao, saturation = wrap>} : () -> ()

// -----

// expected-error @+1 {{expected 'eps', 'division', 'power_of_two', 'degenerate', 'saturation', 'scale_rounding', 'rounding' or, first of all, a preset (torchao, torchao_rowwise, transformer_engine, transformer_engine_stochastic, mx_floor, mx_ceil, mx_even, mx_rceil), got 'epsilon'}}
"test.op"() {n = #lowp.numerics<torchao, epsilon = 0.0>} : () -> ()

// -----

// expected-error @+1 {{expected 'none', 'floor', 'ceil', 'even' or 'rceil', got 'nearest'}}
"test.op"() {n = #lowp.numerics<mx_rceil, scale_rounding = nearest>} : () -> ()

// -----

// expected-error @+1 {{expected 'nearest' or 'stochastic', got 'random'}}
"test.op"() {n = #lowp.numerics<transformer_engine, rounding = random>} : () -> ()
