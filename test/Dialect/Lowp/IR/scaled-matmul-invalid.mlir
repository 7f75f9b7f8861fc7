// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%x: !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>) {
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise> -> tensor<64x32xf32>
  return
}

// TWIN: scaled_matmul-C1
//   32x256xf8E4M3FN => 32x128xf8E4M3FN
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected operands that agree in K, their last dimension, got 256 on the left and 128 on the right; the right operand is N x K (lowp.transpose turns K x N into it)

// TWIN: scaled_matmul-C2
//   64x32xf32 => 32x64xf32
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected the result to have the shape of the product, 64x32, got 32x64

// TWIN: scaled_matmul-C4
//   .rowwise>, => .block<1x128>>,
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected scales that reach equally far along the contracted dimension, or blocks that are a multiple of the others', got 128 of K (#lowp.block<1x128>) and the whole of K (#lowp.rowwise); quantize both operands alike along K

// TWIN: scaled_matmul-C2: a batch gives a batch.
//   32x256xf8E4M3FN => 2x32x256xf8E4M3FN
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected the result to have the shape of the product, 2x64x32, got 64x32

// -----

// scaled_matmul-C3
func.func @f(%x: !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>, %c: tensor<64x32xf32>) {
  // expected-error @below {{'lowp.scaled_matmul' op expected an accumulator of the result's type 'tensor<64x32xbf16>', got 'tensor<64x32xf32>'}}
  %y = lowp.scaled_matmul %x, %w accumulate %c : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>, tensor<64x32xf32> -> tensor<64x32xbf16>
  return
}

// -----

// scaled_matmul-C4, also where K is a single block.
func.func @f(%x: !lowp.scaled<64x128xf8E4M3FN, #lowp.tensorwise>, %w: !lowp.scaled<32x128xf8E4M3FN, #lowp.block<128x128>>) {
  // expected-error @below {{'lowp.scaled_matmul' op expected scales that reach equally far along the contracted dimension, or blocks that are a multiple of the others', got the whole of K (#lowp.tensorwise) and 128 of K (#lowp.block<128x128>)}}
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<64x128xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<32x128xf8E4M3FN, #lowp.block<128x128>> -> tensor<64x32xf32>
  return
}

// -----

func.func @f(%x: !lowp.scaled<256x256xf8E4M3FN, #lowp.block<1x128>>, %w: !lowp.scaled<256x256xf8E4M3FN, #lowp.block<128x128>>) {
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<256x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<256x256xf8E4M3FN, #lowp.block<128x128>> -> tensor<256x256xf32>
  return
}

// TWIN: scaled_matmul-C5: a square operand hides nothing.
//   .block<1x128 => .rowwise<axis = 0
//   .block<128x128> => .rowwise
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected the scales of the left operand to reach along the contracted dimension, its second, got recipe #lowp.rowwise<axis = 0> with a scale per element of it; transpose the operand with lowp.transpose or quantize it along K

// TWIN: scaled_matmul-C5
//   128x128 => 128x1
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected the scales of the right operand to reach along the contracted dimension, its second, got recipe #lowp.block<128x1>

// TWIN: scaled_matmul-C6
//   1x128 => 128x128
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected one operand at least with a scale of its own per row, got tiles on both (#lowp.block<128x128> and #lowp.block<128x128>); quantize one of them along K alone

// -----

func.func @f(%x: !lowp.scaled<2x64x256xf8E4M3FN, #lowp.rowwise>, %w: !lowp.scaled<2x32x256xf8E4M3FN, #lowp.rowwise>) {
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<2x64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<2x32x256xf8E4M3FN, #lowp.rowwise> -> tensor<2x64x32xf32>
  return
}

// TWIN: scaled_matmul-C7
//   2x64x256xf8E4M3FN => 3x64x256xf8E4M3FN
//   2x64x32xf32 => 3x64x32xf32
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected batches of as many matrices on both sides, got 3 on the left and 2 on the right; what goes with all matrices of a batch is a matrix

// TWIN: scaled_matmul-C1, of batches.
//   2x32x256xf8E4M3FN => 2x256x32xf8E4M3FN
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected operands that agree in K, their last dimension, got 256 on the left and 32 on the right

// TWIN: scaled_matmul-C2, of an unknown number of matrices on one side.
//   2x64x256xf8E4M3FN => ?x64x256xf8E4M3FN
//   2x64x32xf32 => 3x64x32xf32
//   error at lowp.scaled_matmul: 'lowp.scaled_matmul' op expected the result to have the shape of the product, 2x64x32, got 3x64x32

// -----

// scaled_matmul-C8
func.func @f(%x: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>) {
  // expected-error @below {{'lowp.scaled_matmul' op expected matrices without groups, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>'; lowp.grouped_scaled_matmul multiplies groups}}
  %y = lowp.scaled_matmul %x, %x : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>> -> tensor<64x64xf32>
  return
}
