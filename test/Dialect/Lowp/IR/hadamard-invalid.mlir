// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// hadamard-C1
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.hadamard' op expected 'axis' to be 0 or 1, got 2}}
  %y = lowp.hadamard %x axis 2 signs 0 : tensor<64x256xf32>
  return
}

// -----

// hadamard-C2
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.hadamard' op expected 'signs' to be a mask of 16 bits, got 65536}}
  %y = lowp.hadamard %x axis 1 signs 65536 : tensor<64x256xf32>
  return
}

// -----

// hadamard-C2
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.hadamard' op expected 'signs' to be a mask of 4 bits, got 16}}
  %y = lowp.hadamard %x axis 1 signs 16 size 4 : tensor<64x256xf32>
  return
}

// -----

// hadamard-C3
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.hadamard' op expected 'size' to be 2, 4, 8, 16 or 32, got 12}}
  %y = lowp.hadamard %x axis 1 signs 0 size 12 : tensor<64x256xf32>
  return
}

// -----

// hadamard-C3
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.hadamard' op expected 'size' to be 2, 4, 8, 16 or 32, got -64}}
  %y = lowp.hadamard %x axis 1 signs 0 size -64 : tensor<64x256xf32>
  return
}
