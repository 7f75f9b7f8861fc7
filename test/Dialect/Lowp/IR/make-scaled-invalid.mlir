// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// make_scaled-C1: column-major data are stored as 256x64.
func.func @f(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x1xf32>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected data of type 'tensor<256x64xf8E4M3FN>', as the result type stores them, got 'tensor<64x256xf8E4M3FN>'}}
  %q = lowp.make_scaled %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x1xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [1, 0]>
  return
}

// -----

// make_scaled-C1: on a square matrix the element type still tells.
func.func @f(%data: tensor<64x64xf8E5M2>, %scales: tensor<64x1xf32>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected data of type 'tensor<64x64xf8E4M3FN>', as the result type stores them, got 'tensor<64x64xf8E5M2>'}}
  %q = lowp.make_scaled %data, %scales : tensor<64x64xf8E5M2>, tensor<64x1xf32> -> !lowp.scaled<64x64xf8E4M3FN, #lowp.rowwise>
  return
}

// -----

// make_scaled-C2: compact scales where padded ones are due.
func.func @f(%data: tensor<62x256xf8E4M3FN>, %scales: tensor<62x2xf32>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected scales of type 'tensor<2x64xf32>', as the result type stores them, got 'tensor<62x2xf32>'}}
  %q = lowp.make_scaled %data, %scales : tensor<62x256xf8E4M3FN>, tensor<62x2xf32> -> !lowp.scaled<62x256xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major>
  return
}
