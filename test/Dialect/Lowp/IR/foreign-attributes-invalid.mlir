// RUN: lowp-test-opt %s -split-input-file -verify-diagnostics

// scaled-C3: the words are the recipe's own.
// expected-error @+1 {{expected element type f8E5M2 or f8E3M4 for recipe #lowp_test.block_1x64, got 'f8E4M3FN'}}
func.func private @f(!lowp.scaled<62x256xf8E4M3FN, #lowp_test.block_1x64>)

// -----

// scaled-C7
// expected-error @+1 {{expected an element type whose format lowp knows (f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN, f4E2M1FN), got 'f8E3M4'}}
func.func private @f(!lowp.scaled<62x256xf8E3M4, #lowp_test.block_1x64>)

// -----

// scaled-C6
// expected-error @+1 {{expected a layout of scale matrices: storage maps of 2 dimensions, got #lowp_test.flat}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.flat>)

// -----

// scaled_matmul-C4 asks the recipes for their blocks, whoever made them.
func.func @f(%x: !lowp.scaled<64x256xf8E5M2, #lowp_test.block_1x64>, %w: !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>) {
  // expected-error @+1 {{expected scales that reach equally far along the contracted dimension, or blocks that are a multiple of the others', got 64 of K (#lowp_test.block_1x64) and the whole of K (#lowp.rowwise)}}
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<64x256xf8E5M2, #lowp_test.block_1x64>, !lowp.scaled<64x256xf8E5M2, #lowp.rowwise> -> tensor<64x64xf32>
  return
}

// -----

// scaled_matmul-C4: blocks of neither side begin wherever those of the other do.
func.func @f(%x: !lowp.scaled<64x192xf6E2M3FN, #lowp_test.two_level<columns = 24>>, %w: !lowp.scaled<64x192xf8E5M2, #lowp_test.block_1x64>) {
  // expected-error @+1 {{expected scales that reach equally far along the contracted dimension, or blocks that are a multiple of the others', got 24 of K (#lowp_test.two_level<columns = 24>) and 64 of K (#lowp_test.block_1x64); quantize both operands alike along K}}
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<64x192xf6E2M3FN, #lowp_test.two_level<columns = 24>>, !lowp.scaled<64x192xf8E5M2, #lowp_test.block_1x64> -> tensor<64x64xf32>
  return
}

// -----

// scaled-C11
// expected-error @+1 {{expected a layout whose padding is a number that 'bf16' has, got nan from #lowp_test.row_tiles<poisoned = true>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles<poisoned = true>>)

// -----

// scaled-C15: three dimensions are no matrix, and nobody has a value for a symbol.
// expected-error @+1 {{expected a data layout of matrices: a storage map of 2 dimensions, no symbols, got affine_map<(d0, d1, d2) -> (d0, d1)> from #lowp_test.mapped<map = affine_map<(d0, d1, d2) -> (d0, d1)>>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp.rowwise, data = #lowp_test.mapped<map = affine_map<(d0, d1, d2) -> (d0, d1)>>>)

// -----

// scaled-C15
// expected-error @+1 {{expected a data layout of matrices: a storage map of 2 dimensions, no symbols, got affine_map<(d0, d1)[s0] -> (d0, d1)>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp.rowwise, data = #lowp_test.mapped<map = affine_map<(d0, d1)[s0] -> (d0, d1)>>>)

// -----

// scaled-C16: two dimensions in one index.
// expected-error @+1 {{expected each index of the data layout to be 0 or a digit of one dimension, such as d1 floordiv 8 or d1 mod 8, got affine_map<(d0, d1) -> (d0 + d1, d1)>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp.rowwise, data = #lowp_test.mapped<map = affine_map<(d0, d1) -> (d0 + d1, d1)>>>)

// -----

// scaled-C17: elements 0 and 4 of a row would share a place.
// expected-error @+1 {{expected the data layout to have all digits of d1 once, the slowest one without a bound by 'mod', got affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 4)>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp.rowwise, data = #lowp_test.mapped<map = affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 4)>>>)

// -----

// scaled-C17: of a matrix with more than 32 rows.
// expected-error @+1 {{expected the data layout to have all digits of d0 once, the slowest one without a bound by 'mod', got affine_map<(d0, d1) -> (d0 mod 32, d1)>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp.rowwise, data = #lowp_test.mapped<map = affine_map<(d0, d1) -> (d0 mod 32, d1)>>>)

// -----

// scaled-C18
// expected-error @+1 {{expected a data layout whose padding is a finite number that 'f8E5M2' has, got nan from #lowp_test.mapped<map = affine_map<(d0, d1) -> (d0, d1)>, poisoned = true>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp.rowwise, data = #lowp_test.mapped<map = affine_map<(d0, d1) -> (d0, d1)>, poisoned = true>>)

// -----

// scaled-C10
// expected-error @+1 {{expected the last index of the data layout to have a multiple of 2 values, the elements of 'f4E2M1FN' that are packed together, got affine_map<(d0, d1) -> (d0 floordiv 8, d1 floordiv 3, d0 mod 8, d1 mod 3)> from #lowp_test.tiles<columns = 3>}}
func.func private @f(!lowp.scaled<62x256xf4E2M1FN, #lowp.mx<1x32>, data = #lowp_test.tiles<columns = 3>, packing = dense>)
