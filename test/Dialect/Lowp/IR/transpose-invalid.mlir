// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// transpose-C1
func.func @f(%q: !lowp.scaled<64x64xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+2 {{'lowp.transpose' op failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) '!lowp.scaled<64x64xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.compact<transposed = true>>' are incompatible with return type(s) of operation '!lowp.scaled<64x64xf8E4M3FN, #lowp.rowwise>'}}
  %t = "lowp.transpose"(%q) : (!lowp.scaled<64x64xf8E4M3FN, #lowp.rowwise>) -> !lowp.scaled<64x64xf8E4M3FN, #lowp.rowwise>
  return
}

// -----

func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.transpose' op expected an operand of type !lowp.scaled, got 'tensor<64x256xf32>'}}
  %t = lowp.transpose %x : tensor<64x256xf32>
  return
}
