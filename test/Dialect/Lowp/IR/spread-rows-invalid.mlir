// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// spread_rows-C1
func.func @f(%x: tensor<64x64xbf16>, %n: tensor<8xi32>) {
  // expected-error @below {{'lowp.spread_rows' op expected a result of the input's elements, got 'tensor<64x64xbf16>' and 'tensor<1024x64xf32>'}}
  %r = lowp.spread_rows %x ends(%n : tensor<8xi32>) start 128 : tensor<64x64xbf16> -> tensor<1024x64xf32>
  return
}

// -----

// spread_rows-C2: a start
func.func @f(%x: tensor<64x64xbf16>, %n: tensor<8xi32>) {
  // expected-error @below {{expected 'start' from 1 to 2^31 - 1, got 0}}
  %r = lowp.spread_rows %x ends(%n : tensor<8xi32>) start 0 : tensor<64x64xbf16> -> tensor<64x64xbf16>
  return
}

// -----

// spread_rows-C2: a known number of groups
func.func @f(%x: tensor<64x64xbf16>, %n: tensor<?xi32>) {
  // expected-error @below {{expected 'ends' of a static number of groups, got 'tensor<?xi32>'}}
  %r = lowp.spread_rows %x ends(%n : tensor<?xi32>) start 128 : tensor<64x64xbf16> -> tensor<?x64xbf16>
  return
}

// -----

// spread_rows-C3: room for all divisions
func.func @f(%x: tensor<64x64xbf16>, %n: tensor<8xi32>) {
  // expected-error @below {{expected the result to have the shape of the groups, 1024x64, got 512x64}}
  %r = lowp.spread_rows %x ends(%n : tensor<8xi32>) start 128 : tensor<64x64xbf16> -> tensor<512x64xbf16>
  return
}
