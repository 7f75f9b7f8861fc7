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
  %q = lowp.make_scaled %data, %scales : tensor<62x256xf8E4M3FN>, tensor<62x2xf32> -> !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  return
}

// -----

// make_scaled-C3
func.func @f(%data: tensor<64x256xf4E2M1FN>, %scales: tensor<64x16xf8E4M3FN>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected a global scale for recipe #lowp.nvfp4<1x16>, got none}}
  %q = lowp.make_scaled %data, %scales : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

// make_scaled-C3
func.func @f(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x8xf8E8M0FNU>, %global: tensor<1xf32>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected no global scale for recipe #lowp.mx<1x32>, got one}}
  %q = lowp.make_scaled %data, %scales, %global : tensor<64x256xf8E4M3FN>, tensor<64x8xf8E8M0FNU>, tensor<1xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>
  return
}

// -----

// make_scaled-C3
func.func @f(%data: tensor<64x256xf4E2M1FN>, %scales: tensor<64x16xf8E4M3FN>, %global: tensor<1xbf16>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected a global scale of type 'tensor<1xf32>', as the result type stores them, got 'tensor<1xbf16>'}}
  %q = lowp.make_scaled %data, %scales, %global : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>, tensor<1xbf16> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

// make_scaled-C1: two elements of 4 bits share a byte.
func.func @f(%data: tensor<64x256xf4E2M1FN>, %scales: tensor<64x8xf8E8M0FNU>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected data of type 'tensor<64x128xi8>', as the result type stores them, got 'tensor<64x256xf4E2M1FN>'}}
  %q = lowp.make_scaled %data, %scales : tensor<64x256xf4E2M1FN>, tensor<64x8xf8E8M0FNU> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
  return
}

// -----

// make_scaled-C1: 16 elements of 6 bits come in 12 bytes.
func.func @f(%data: tensor<64x75xi8>, %scales: tensor<64x4xf8E8M0FNU>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected data of type 'tensor<64x84xi8>', as the result type stores them, got 'tensor<64x75xi8>'}}
  %q = lowp.make_scaled %data, %scales : tensor<64x75xi8>, tensor<64x4xf8E8M0FNU> -> !lowp.scaled<64x100xf6E2M3FN, #lowp.mx<1x32>, packing = dense>
  return
}

// -----

// make_scaled-C2: 200 rows in 4 groups may take 5 times 128 rows of scales: 129
// rows 2 of them, the rest 1 for each of 3 groups.
func.func @f(%data: tensor<200x256xf8E4M3FN>, %scales: tensor<256x2xf32>) {
  // expected-error @+1 {{'lowp.make_scaled' op expected scales of type 'tensor<640x2xf32>', as the result type stores them, got 'tensor<256x2xf32>'}}
  %q = lowp.make_scaled %data, %scales : tensor<200x256xf8E4M3FN>, tensor<256x2xf32> -> !lowp.scaled<200x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0, alignment = 128>>
  return
}
