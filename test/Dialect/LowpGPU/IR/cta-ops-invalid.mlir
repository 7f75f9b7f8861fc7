// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// expected-error @+2 {{expected 'lanes' to be two powers of two with the product 32, got [3, 16]}}
func.func private @lanes() attributes {
  test.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [3, 16], warps = [8, 1]>}

// -----

// expected-error @+2 {{expected 'warps' to be two powers of two with a product of at most 32, got [64, 1]}}
func.func private @warps() attributes {
  test.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [64, 1]>}

// -----

// expected-error @+2 {{expected 'rows' to be between 1 and 1024, got 0}}
func.func private @rows() attributes {
  test.distribution = #lowp_gpu.distribution<rows = 0, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}

// -----

func.func @dims(%x: memref<8x8xf32>, %i: index) {
  // expected-error @below {{expected 'map' to have 2 dimensions, of the batch, the row and the column}}
  %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1, d2) -> (d0, d1)>
    : memref<8x8xf32> -> vector<8x8xf32>
  return
}

// -----

func.func @rank(%x: memref<8x8xf32>, %i: index) {
  // expected-error @below {{expected 'map' to give an index for each of the 2 dimensions of the buffer}}
  %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0)>
    : memref<8x8xf32> -> vector<8x8xf32>
  return
}

// -----

func.func @element(%x: memref<8x8xf32>, %i: index) {
  // expected-error @below {{expected elements of one type, got 'bf16' and 'f32'}}
  %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)>
    : memref<8x8xf32> -> vector<8x8xbf16>
  return
}

// -----

func.func @no_dim(%i: index) {
  // expected-error @below {{expected 'dim' to be a digit of the row or the column, from 0 to 2, got 3}}
  %0 = lowp_gpu.cta_index 3 at[%i, %i] of(%i, %i) row_sizes(%i) : vector<8x8xindex>
  return
}

// -----

func.func @negative_dim(%i: index) {
  // expected-error @below {{expected 'dim' to be a digit of the row or the column, from 0 to 1, got}}
  %0 = lowp_gpu.cta_index -1 at[%i, %i] of(%i, %i) : vector<8x8xindex>
  return
}

// -----

func.func @padding(%v: vector<8x8xf32>, %x: memref<8x8xf32>, %i: index) {
  // expected-error @below {{expected padding of type 'f32', got 'bf16'}}
  lowp_gpu.cta_store %v to %x[][%i, %i] of(%i, %i) padded(%i, %i) with 0.0 : bf16
    map affine_map<(d0, d1) -> (d0, d1)> : vector<8x8xf32> to memref<8x8xf32>
  return
}

// -----

func.func @ends(%v: vector<8x8xf32>, %x: memref<8x8xf32>, %i: index) {
  // expected-error @below {{expected 2 ends of the padding, got 1}}
  lowp_gpu.cta_store %v to %x[][%i, %i] of(%i, %i) padded(%i) with 0.0 : f32
    map affine_map<(d0, d1) -> (d0, d1)> : vector<8x8xf32> to memref<8x8xf32>
  return
}

// -----

func.func @map_shape(%v: vector<8x8xf32>, %w: vector<8x1xf32>) {
  // expected-error @below {{expected vectors of one shape}}
  %0 = lowp_gpu.cta_map(%v, %w) {
  ^bb0(%a: f32, %b: f32):
    lowp_gpu.yield %a : f32
  } : (vector<8x8xf32>, vector<8x1xf32>) -> vector<8x8xf32>
  return
}

// -----

func.func @map_arguments(%v: vector<8x8xf32>) {
  // expected-error @below {{expected the region to take an element of each input}}
  %0 = lowp_gpu.cta_map(%v) {
  ^bb0(%a: bf16):
    lowp_gpu.yield %a : bf16
  } : (vector<8x8xf32>) -> vector<8x8xbf16>
  return
}

// -----

func.func @map_yield(%v: vector<8x8xf32>) {
  %0 = lowp_gpu.cta_map(%v) {
  ^bb0(%a: f32):
    // expected-error @below {{expected an element of each result}}
    lowp_gpu.yield %a : f32
  } : (vector<8x8xf32>) -> vector<8x8xbf16>
  return
}

// -----

func.func @reduce(%v: vector<8x8xf32>) {
  // expected-error @below {{expected a result with an entry per block of the operand, got 'vector<3x1xf32>' of 'vector<8x8xf32>'}}
  %0 = lowp_gpu.cta_reduce <addf> %v : vector<8x8xf32> -> vector<3x1xf32>
  return
}

// -----

func.func @reduce_words(%v: vector<8x8xtf32>) {
  // expected-error @below {{operand #0 must be vector of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values of ranks 2, but got 'vector<8x8xtf32>'}}
  %0 = lowp_gpu.cta_reduce <maximumf> %v : vector<8x8xtf32> -> vector<8x1xtf32>
  return
}

// -----

func.func @reduce_small(%v: vector<8x8xf8E4M3FN>) {
  // expected-error @below {{operand #0 must be vector of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values of ranks 2, but got 'vector<8x8xf8E4M3FN>'}}
  %0 = lowp_gpu.cta_reduce <addf> %v : vector<8x8xf8E4M3FN> -> vector<8x1xf8E4M3FN>
  return
}

// -----

func.func @broadcast(%v: vector<3x1xf32>) {
  // expected-error @below {{expected an operand with an entry per block of the result, got 'vector<3x1xf32>' for 'vector<8x8xf32>'}}
  %0 = lowp_gpu.cta_broadcast %v : vector<3x1xf32> -> vector<8x8xf32>
  return
}

// -----

func.func @atomic(%v: vector<1x1xbf16>, %x: memref<1x1xbf16>, %i: index) {
  // expected-error @below {{expected magnitudes in f32 without padding for 'atomic_max', got 'vector<1x1xbf16>'}}
  lowp_gpu.cta_store %v to %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (0, 0)> {atomic_max}
    : vector<1x1xbf16> to memref<1x1xbf16>
  return
}

// -----

func.func @rows_at(%x: memref<9x8xf32>, %n: vector<4x1xindex>, %i: index) {
  // expected-error @below {{expected a number for each row of elements of the result, got 'vector<4x1xindex>' for 'vector<8x8xf32>'}}
  %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) rows_at(%n : vector<4x1xindex>) map affine_map<(d0, d1) -> (0, d1)>
    : memref<9x8xf32> -> vector<8x8xf32>
  return
}

// -----

func.func @divide(%x: bf16) {
  // expected-error @below {{operand #0 must be 32-bit float or vector of 32-bit float values of ranks 1, but got 'bf16'}}
  %0 = lowp_gpu.divide %x, %x by %x : bf16
  return
}

// -----

func.func @read_bounds(%x: memref<8x32xf32>, %i: index) {
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{expected 'map' to stay within the 32 elements of dimension 1 of 'memref<8x32xf32>', got index 63}}
  %0 = lowp_gpu.cta_load %x[][%i, %i] of(%c8, %c64) map affine_map<(d0, d1) -> (d0, d1)>
    : memref<8x32xf32> -> vector<8x64xf32>
  return
}

// -----

func.func @written_bounds(%x: memref<8x64xf32>, %v: vector<8x32xf32>, %i: index) {
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-error @below {{expected 'map' to stay within the 64 elements of dimension 1 of 'memref<8x64xf32>', got index 79}}
  lowp_gpu.cta_store %v to %x[][%i, %i] of(%c8, %c32) map affine_map<(d0, d1) -> (d0, d1 + 48)>
    : vector<8x32xf32> to memref<8x64xf32>
  return
}

// -----

// The slowest digit of a row is what the others leave of it.
func.func @digit_bounds(%x: memref<3x4x32xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  // expected-error @below {{expected 'map' to stay within the 3 elements of dimension 0 of 'memref<3x4x32xf32>', got index 3}}
  %0 = lowp_gpu.cta_load %x[][%i, %i] of(%c16, %c32) row_sizes(%c4) map affine_map<(d0, d1, d2) -> (d0, d1, d2)>
    : memref<3x4x32xf32> -> vector<8x32xf32>
  return
}
