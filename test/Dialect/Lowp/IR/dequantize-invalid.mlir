// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// dequantize-C1
func.func @f(%q: !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+1 {{'lowp.dequantize' op expected the result to have the shape of the input, 64x?, got 32x256}}
  %x = lowp.dequantize %q : !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise> -> tensor<32x256xf32>
  return
}

// -----

// dequantize-C1: a batch has more sizes than a matrix.
func.func @f(%q: !lowp.scaled<2x64x256xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+1 {{'lowp.dequantize' op expected the result to have the shape of the input, 2x64x256, got 64x256}}
  %x = lowp.dequantize %q : !lowp.scaled<2x64x256xf8E4M3FN, #lowp.rowwise> -> tensor<64x256xf32>
  return
}

// -----

// dequantize-C2
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>) {
  // expected-error @+1 {{'lowp.dequantize' op expected 'ends', where the groups of a type with 'groups' end, got none}}
  %x = lowp.dequantize %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>> -> tensor<64x256xf32>
  return
}

// -----

// dequantize-C3: the scaled type does not say how large it is.
func.func @f(%q: !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>>) {
  // expected-error @+1 {{'lowp.dequantize' op expected at most 2^48 elements in the static dimensions of the result, got the shape 16x9223372036854775807}}
  %x = lowp.dequantize %q : !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>> -> tensor<16x9223372036854775807xf32>
  return
}
