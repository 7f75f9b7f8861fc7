// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// relayout-C1: another recipe is another quantization.
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+1 {{'lowp.relayout' op expected a result that differs from the input in 'order', 'panel', 'packing' and 'scales' alone, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>' to '!lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>'; another recipe, element type or convention takes lowp.dequantize and lowp.quantize}}
  %r = lowp.relayout %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
  return
}

// -----

// relayout-C1: a convention is a meaning, not a layout.
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+1 {{'lowp.relayout' op expected a result that differs from the input in 'order', 'panel', 'packing' and 'scales' alone}}
  %r = lowp.relayout %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, convention = encode>
  return
}

// -----

// relayout-C1: moving is not transposing.
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>) {
  // expected-error @+1 {{'lowp.relayout' op expected a result that differs from the input in 'order', 'panel', 'packing' and 'scales' alone}}
  %r = lowp.relayout %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise> -> !lowp.scaled<256x64xf8E4M3FN, #lowp.tensorwise>
  return
}

// -----

// relayout-C2
func.func @f(%q: !lowp.scaled<2x?x256xf8E4M3FN, #lowp.rowwise>) {
  // expected-error @+1 {{'lowp.relayout' op expected a stack of matrices of known sizes, got '!lowp.scaled<2x?x256xf8E4M3FN, #lowp.rowwise>'; only their number may be unknown}}
  %r = lowp.relayout %q : !lowp.scaled<2x?x256xf8E4M3FN, #lowp.rowwise> -> !lowp.scaled<2x?x256xf8E4M3FN, #lowp.rowwise, order = [1, 0]>
  return
}
