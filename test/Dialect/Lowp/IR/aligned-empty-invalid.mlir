// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// aligned_empty-C1.
func.func @f() {
  // expected-error @below {{expected rows of elements that take 8, 16, 32, 64 or 128 bits, without an encoding, got 'tensor<f32>'}}
  %e = lowp.aligned_empty() : tensor<f32>
  return
}

// -----

// aligned_empty-C1.
func.func @f() {
  // expected-error @below {{expected rows of elements that take 8, 16, 32, 64 or 128 bits, without an encoding, got 'tensor<8xi4>'}}
  %e = lowp.aligned_empty() : tensor<8xi4>
  return
}

// -----

// aligned_empty-C2.
func.func @f(%n: index) {
  // expected-error @below {{expected 2 sizes, one for each that 'tensor<?x?xf32>' does not know, got 1}}
  %e = lowp.aligned_empty(%n) : tensor<?x?xf32>
  return
}

// -----

// aligned_empty-C1.
func.func @no_bits() -> tensor<8xi0> {
  // expected-error @below {{expected rows of elements that take 8, 16, 32, 64 or 128 bits, without an encoding, got 'tensor<8xi0>'}}
  %e = lowp.aligned_empty() : tensor<8xi0>
  return %e : tensor<8xi0>
}
