// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// dequantize-C1
func.func @f(%q: !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+1 {{'lowp.dequantize' op expected the result to have the shape of the input, 64x?, got 32x256}}
  %x = lowp.dequantize %q : !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise> -> tensor<32x256xf32>
  return
}
