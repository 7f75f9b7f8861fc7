// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// split_scaled-C1
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+2 {{'lowp.split_scaled' op failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<64x256xf8E4M3FN>', 'tensor<64x1xf32>' are incompatible with return type(s) of operation 'tensor<256x64xf8E4M3FN>', 'tensor<64x1xf32>'}}
  %data, %scales = "lowp.split_scaled"(%q) : (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>) -> (tensor<256x64xf8E4M3FN>, tensor<64x1xf32>)
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'lowp.split_scaled' op expected an operand of type !lowp.scaled, got 'f32'}}
  %data, %scales = lowp.split_scaled %x : f32
  return
}
