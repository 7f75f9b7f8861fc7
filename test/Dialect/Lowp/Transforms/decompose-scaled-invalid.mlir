// RUN: lowp-opt %s --split-input-file --lowp-decompose-scaled --verify-diagnostics

!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
func.func @computes(%q: !q) -> tensor<64x256xf32> {
  // expected-error@below {{expected only lowp.make_scaled, lowp.split_scaled, calls, branches and scf control flow on values of scaled type; run convert-lowp-to-linalg or lowp-form-gemms before lowp-decompose-scaled}}
  %x = lowp.dequantize %q : !q -> tensor<64x256xf32>
  return %x : tensor<64x256xf32>
}

// -----

!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
func.func @selects(%a: !q, %b: !q, %c: i1) -> !q {
  // expected-error@below {{expected only lowp.make_scaled}}
  %x = arith.select %c, %a, %b : !q
  return %x : !q
}
