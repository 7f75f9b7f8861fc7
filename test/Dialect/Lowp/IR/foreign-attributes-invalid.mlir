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

// scaled-C11
// expected-error @+1 {{expected a layout whose padding is a number that 'bf16' has, got nan from #lowp_test.row_tiles<poisoned = true>}}
func.func private @f(!lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles<poisoned = true>>)
