// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %b: !lowp_gpu.tile<128x64xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  // expected-error @below {{expected tiles with the same K, got '!lowp_gpu.tile<128x128xf8E4M3FN>' and '!lowp_gpu.tile<128x64xf8E4M3FN>'}}
  %0 = lowp_gpu.mma %a, %b into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<128x64xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %b: !lowp_gpu.tile<256x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  // expected-error @below {{expected an accumulator of 128x256, got '!lowp_gpu.accumulator<128x128xf32>'}}
  %0 = lowp_gpu.mma %a, %b into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<256x128xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  %0 = lowp_gpu.mma %a, %a slice 0 of 4 into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<128x128xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// TWIN
//   0 of => 4 of
//   error at lowp_gpu.mma: expected one of the slices that divide a K of 128, got slice 4 of 4

// TWIN
//   of 4 => of 3
//   error at lowp_gpu.mma: expected one of the slices that divide a K of 128, got slice 0 of 3

// TWIN
//   of 4 => of 0
//   error at lowp_gpu.mma: expected one of the slices that divide a K of 128, got slice 0 of 0

// TWIN
//   %a: !lowp_gpu.tile<128x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32 => %source: memref<1xbf16
//   lowp_gpu.mma %a, %a slice 0 of 4 into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<128x128xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32 => lowp_gpu.load_scalar %source : memref<1xbf16
//   error at lowp_gpu.load_scalar: operand #0 must be memref of 32-bit float values, but got 'memref<1xbf16>'

// TWIN: Sums are of f32: what an epilogue makes of them is not summed.
//   128x128xf32 => 128x128xf16
//   %a slice 0 of 4 => %a
//   error at lowp_gpu.mma: 'accumulator' must be accumulator of f32, but got '!lowp_gpu.accumulator<128x128xf16>'

// -----

func.func @f(%tile: !lowp_gpu.tile<1x256xf32>) {
  %0 = lowp_gpu.slice_columns %tile column 0 : !lowp_gpu.tile<1x256xf32> -> !lowp_gpu.tile<1x128xf32>
  return
}

// TWIN
//   column 0 => column 192
//   error at lowp_gpu.slice_columns: expected columns inside the one row of '!lowp_gpu.tile<1x256xf32>', got '!lowp_gpu.tile<1x128xf32>' from column 192

// TWIN
//   column 0 => column 9223372036854775807
//   error at lowp_gpu.slice_columns: got '!lowp_gpu.tile<1x128xf32>' from column 9223372036854775807

// TWIN
//   1x256xf32 => 2x256xf32
//   error at lowp_gpu.slice_columns: expected columns inside the one row of '!lowp_gpu.tile<2x256xf32>'

// -----

func.func @f(%tile: !lowp_gpu.tile<1x128xf32>) {
  // expected-error @below {{expected one value per element of '!lowp_gpu.tile<1x128xf32>', got '!lowp_gpu.rows<64 x f32>'}}
  %0 = lowp_gpu.read_rows %tile : !lowp_gpu.tile<1x128xf32> -> !lowp_gpu.rows<64 x f32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<128xf32>, %k: i32) {
  // expected-error @below {{expected a matrix of f32, got '!lowp_gpu.tile<128xf32>'}}
  %0 = lowp_gpu.read_element %tile[%k, 0] : !lowp_gpu.tile<128xf32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<56x2xf32>, %k: i32) {
  // expected-error @below {{expected a column of '!lowp_gpu.tile<56x2xf32>', got 2}}
  %0 = lowp_gpu.read_element %tile[%k, 2] : !lowp_gpu.tile<56x2xf32>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %rows: !lowp_gpu.rows<64 x f32>) {
  // expected-error @below {{expected values for 128 rows, got '!lowp_gpu.rows<64 x f32>'}}
  %0 = lowp_gpu.promote %c into %c rows %rows : !lowp_gpu.rows<64 x f32> : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %scale: f32) {
  // expected-error @below {{expected scales for equal shares of 128 columns in 1 warpgroups along N, got 3 scales}}
  %0 = lowp_gpu.promote %c into %c scale %scale, %scale, %scale : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %columns: !lowp_gpu.tile<1x256xf32>) {
  // expected-error @below {{expected f32 values for 128 columns, got '!lowp_gpu.tile<1x256xf32>'}}
  %0 = lowp_gpu.promote %c into %c columns %columns : !lowp_gpu.tile<1x256xf32> : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %columns: !lowp_gpu.tile<1x128xf16>) {
  // expected-error @below {{expected f32 values for 128 columns, got '!lowp_gpu.tile<1x128xf16>'}}
  %0 = lowp_gpu.promote %c into %c columns %columns : !lowp_gpu.tile<1x128xf16> : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<64x128xf8E4M3FN>, %b: !lowp_gpu.tile<128x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>) {
  // expected-error @below {{expected an accumulator of 64x128, got '!lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>'}}
  %0 = lowp_gpu.mma %a, %b into %c : !lowp_gpu.tile<64x128xf8E4M3FN>, !lowp_gpu.tile<128x128xf8E4M3FN> into !lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>
  return
}

// -----

// Each warpgroup along N has as many scales.
!sum = !lowp_gpu.accumulator<64x96xf32, warpgroups_n = 2>
func.func @f(%c: !sum, %scale: f32) {
  // expected-error @below {{expected scales for equal shares of 96 columns in 2 warpgroups along N, got 3 scales}}
  %0 = lowp_gpu.promote %c into %c scale %scale, %scale, %scale : !sum
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xbf16>) {
  // expected-error @below {{'accumulator' must be accumulator of f32, but got '!lowp_gpu.accumulator<128x128xbf16>'}}
  %0 = lowp_gpu.mma_wait %c pending 0 : !lowp_gpu.accumulator<128x128xbf16>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xbf16>) {
  // expected-error @below {{operand #0 must be accumulator of f32, but got '!lowp_gpu.accumulator<128x128xbf16>'}}
  %0 = lowp_gpu.promote %c into %c : !lowp_gpu.accumulator<128x128xbf16>
  return
}
