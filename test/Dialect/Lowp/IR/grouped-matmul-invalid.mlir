// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%a: tensor<4x8x16xbf16>, %b: tensor<4x32x16xbf16>) {
  %y = lowp.grouped_matmul %a, %b : tensor<4x8x16xbf16>, tensor<4x32x16xbf16> -> tensor<4x8x32xf32>
  return
}

// TWIN: grouped_matmul-C1
//   4x32x16xbf16 => 32x16xbf16
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected a matrix and a batch of matrices, two matrices or two batches, got 'tensor<4x8x16xbf16>' and 'tensor<32x16xbf16>'

// TWIN: grouped_matmul-C2
//   4x8x16xbf16 => 8x16xbf16
//   4x8x32xf32 => 8x32xf32
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected 'ends' of the groups where the left operand is a matrix, got none

// TWIN: grouped_matmul-C5
//   4x32x16xbf16 => 5x32x16xbf16
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected operands that agree in the number of groups, got 4 and 5

// -----

func.func @f(%a: tensor<8x16xbf16>, %b: tensor<4x32x16xbf16>, %ends: tensor<4xi32>) {
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) : tensor<8x16xbf16>, tensor<4x32x16xbf16> -> tensor<8x32xf32>
  return
}

// TWIN: grouped_matmul-C2
//   8x16xbf16 => 4x8x16xbf16
//   8x32xf32 => 4x8x32xf32
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected no 'ends' where both operands are batches, got some; 'counts' limits their rows

// TWIN: grouped_matmul-C3
//   ) { => , %counts: tensor<4xi32>) {
//   (%ends => (%ends : tensor<4xi32>) counts(%counts
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected 'counts' for batches of matrices alone, got them beside a matrix; 'ends' divides its rows

// TWIN: grouped_matmul-C4
//   4x32x16xbf16 => 4x32x24xbf16
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected operands that agree in K, their last dimension, got 16 on the left and 24 on the right

// TWIN: grouped_matmul-C5
//   4xi32 => 3xi32
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected operands that agree in the number of groups, got 4 and 3

// TWIN: grouped_matmul-C6
//   8x32xf32 => 32x8xf32
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected the result to have the shape of the products, 8x32, got 32x8

// TWIN: grouped_matmul-C6
//   4x32x16xbf16 => 32x16xbf16
//   error at lowp.grouped_matmul: 'lowp.grouped_matmul' op expected the result to have the shape of the products, 4x8x32, got 8x32

// -----

// grouped_matmul-C7
func.func @f(%a: tensor<8x16xf32>, %b: tensor<4x32x16xf32>, %ends: tensor<4xi32>, %c: tensor<8x32xf32>) {
  // expected-error @below {{'lowp.grouped_matmul' op expected an accumulator of the result's type 'tensor<8x32xbf16>', got 'tensor<8x32xf32>'}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) accumulate(%c : tensor<8x32xf32>) : tensor<8x16xf32>, tensor<4x32x16xf32> -> tensor<8x32xbf16>
  return
}
