// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// quantize-C1
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.quantize' op expected the input to have the shape of the result, 256x64, got 64x256}}
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !lowp.scaled<256x64xf8E4M3FN, #lowp.rowwise>
  return
}

// -----

func.func @f(%x: tensor<64x256xf64>) {
  // expected-error @+1 {{operand #0 must be 2-D tensor of f32, bf16 or f16, but got 'tensor<64x256xf64>'}}
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf64> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  return
}
