// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>) {
  %w = lowp.widen %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
  return
}

// TWIN: widen-C1
//   64x256xf8E4M3FN, #lowp.mx => 2x64x256xf8E4M3FN, #lowp.mx
//   error at lowp.widen: 'lowp.widen' op expected a batch without groups as result, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>'

// TWIN: widen-C2: blocks of several rows.
//   .block<1x32 => .block<128x128
//   error at lowp.widen: expected a result with a decoding f32 scale per block of a row

// TWIN: widen-C2: scales over the whole of a row.
//   .block<1x32> => .rowwise
//   error at lowp.widen: expected a result with a decoding f32 scale per block of a row

// TWIN: widen-C2: scales to divide by.
//   .block<1x32> => .block<1x32>, convention = encode
//   error at lowp.widen: expected a result with a decoding f32 scale per block of a row

// TWIN: widen-C3
//   64x256xf8E4M3FN, #lowp.mx => 64x256xf8E5M2, #lowp.mx
//   error at lowp.widen: 'lowp.widen' op expected an element type that has all values of 'f8E5M2', got 'f8E4M3FN'

// TWIN: widen-C4: a block with parts of two.
//   : !lowp.scaled<64x256xf8E4M3FN => : !lowp.scaled<64x256xf4E2M1FN
//   .mx<1x32 => .nvfp4<1x16
//   error at lowp.widen: 'lowp.widen' op expected blocks of the result that lie in one block of the input each, got 32 columns of blocks of 32 for #lowp.nvfp4<1x16>; 'spread' says how many columns a block takes

// TWIN: widen-C4: no columns.
//   .mx<1x32 => .block<1x128
//   lowp.widen %q => lowp.widen %q spread 0
//   error at lowp.widen: expected blocks of the result that lie in one block of the input each, got 0 columns of blocks of 32

// TWIN: widen-C1: groups would have blocks of their own.
//   .block<1x32> => .block<1x32>, groups = <4, axis = 0>
//   error at lowp.widen: 'lowp.widen' op expected a matrix without groups as result, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>, groups = <4, axis = 0>>'

// TWIN: widen-C1: a batch.
//   64x256xf8E4M3FN, #lowp.block => 1x64x256xf8E4M3FN, #lowp.block
//   error at lowp.widen: 'lowp.widen' op expected a matrix without groups as result, got '!lowp.scaled<1x64x256xf8E4M3FN, #lowp.block<1x32>>'

// TWIN: widen-C5: what is unknown stays unknown.
//   64x256xf8E4M3FN, #lowp.mx => ?x256xf4E2M1FN, #lowp.mx
//   error at lowp.widen: expected a result with the sizes of '!lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x32>>'

// -----

// widen-C2: scales of another type.
func.func @f(%q: !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x32>>) {
  // expected-error @below {{'lowp.widen' op expected a result with a decoding f32 scale per block of a row, such as #lowp.block<1x32>, or with scales like those of the input, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>' of '!lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x32>>'}}
  %w = lowp.widen %q : !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x32>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>
  return
}

// -----

func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>) {
  %w = lowp.widen %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
  return
}

// TWIN: widen-C2: scales of the input in another convention.
//   .block => .mx
//   1x32> => 1x32>, convention = encode
//   error at lowp.widen: expected a result with a decoding f32 scale per block of a row, such as #lowp.block<1x32>, or with scales like those of the input

// TWIN: widen-C4: more columns than a block has.
//   lowp.widen %q => lowp.widen %q spread 64
//   -> !lowp.scaled<64x256xf8E4M3FN => -> !lowp.scaled<64x128xf8E4M3FN
//   error at lowp.widen: expected blocks of the result that lie in one block of the input each, got 64 columns of blocks of 32

// TWIN: widen-C1
//   .block<1x128 => .mx<1x32>, groups = <4, axis = 0
//   error at lowp.widen: 'lowp.widen' op expected a matrix without groups, or with blocks of groups of columns that have a 'start', got '!lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 0>>'; relayout it without groups first

// -----

// widen-C5
func.func @f(%q: !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>) {
  // expected-error @below {{'lowp.widen' op expected a result with the sizes of '!lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x32>>', got '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>'}}
  %w = lowp.widen %q spread 16 : !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
  return
}

// -----

// widen-C5: more elements than there may be.
func.func @f(%q: !lowp.scaled<100x1099511627776xf8E5M2, #lowp.mx<32x1>>) {
  // expected-error @below {{'lowp.widen' op expected a result of at most 2^48 elements, got '!lowp.scaled<100x1099511627776xf8E5M2, #lowp.mx<32x1>>' with 'spread 1' for #lowp.block<1x32>}}
  %w = lowp.widen %q spread 1 : !lowp.scaled<100x1099511627776xf8E5M2, #lowp.mx<32x1>> -> !lowp.scaled<100x1099511627776xf8E5M2, #lowp.block<1x32>>
  return
}

// -----

func.func @f(%q: !lowp.scaled<2x64x256xf4E2M1FN, #lowp.nvfp4<16x16>>) {
  // expected-error @below {{'lowp.widen' op expected a batch without groups as result, got '!lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>'}}
  %w = lowp.widen %q : !lowp.scaled<2x64x256xf4E2M1FN, #lowp.nvfp4<16x16>> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

// widen-C1: scales of a row of a group are not along columns.
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, groups = <2, axis = 1, start = 128>>
func.func @rows_of_groups(%q: !q) {
  // expected-error @below {{'lowp.widen' op expected a matrix without groups, or with blocks of groups of columns that have a 'start', got}}
  %w = lowp.widen %q : !q -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>, groups = <2, axis = 1, start = 128>>
  return
}

// -----

// widen-C1: the same groups.
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x128>, groups = <2, axis = 1, start = 128>>
func.func @other_groups(%q: !q) {
  // expected-error @below {{'lowp.widen' op expected a matrix with the groups of the input as result, got}}
  %w = lowp.widen %q : !q -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, groups = <1, axis = 1, start = 128>>
  return
}
