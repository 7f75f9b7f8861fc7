// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// recipe_block-C1
// expected-error @+1 {{expected a block whose rows and columns are powers of two from 1 to 1024, such as 1x128 or 128x128, got 1x96}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x96>>)

// -----

// recipe_block-C1: no whole dimension, which #lowp.rowwise has.
// expected-error @+1 {{expected a block whose rows and columns are powers of two from 1 to 1024, such as 1x128 or 128x128, got 1x0}}
func.func private @f(!lowp.scaled<64x256xf8E5M2, #lowp.mx<1x0>>)

// -----

// recipe_block-C1
// expected-error @+1 {{from 1 to 1024, such as 1x128 or 128x128, got 2048x1}}
func.func private @f(!lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<2048x1>>)

// -----

// recipe_block-C2
// expected-error @+1 {{expected a block of several elements, such as 1x128 or 128x128, got 1x1}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x1>>)

// -----

// expected-error @+1 {{expected the rows and columns of a block, such as 1x128, got 1 extents}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block<128>>)

// -----

// expected-error @+1 {{expected the rows and columns of a block, such as 1x128, got 3 extents}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x1x32>>)

// -----

// expected-error @+1 {{expected '<'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block>)

// -----

// recipe_block-C1: by the form of a former name.
// expected-error @+1 {{from 1 to 1024, such as 1x128 or 128x128, got 1x96}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x96>)

// -----

// expected-error @+1 {{unknown attribute `block_1x` in dialect `lowp`}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x>)

// -----

// expected-error @+1 {{unknown attribute `fp8_1x128` in dialect `lowp`}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.fp8_1x128>)
