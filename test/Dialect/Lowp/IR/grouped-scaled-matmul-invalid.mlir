// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%a: !lowp.scaled<4x8x16xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<4x32x16xf8E4M3FN, #lowp.rowwise>) {
  %y = lowp.grouped_scaled_matmul %a, %b : !lowp.scaled<4x8x16xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<4x32x16xf8E4M3FN, #lowp.rowwise> -> tensor<4x8x32xf32>
  return
}

// TWIN: grouped_scaled_matmul-C1
//   4x32x16xf8E4M3FN => 32x16xf8E4M3FN
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected a matrix and a batch of matrices, two matrices or two batches, got '!lowp.scaled<4x8x16xf8E4M3FN, #lowp.rowwise>' and '!lowp.scaled<32x16xf8E4M3FN, #lowp.rowwise>'

// TWIN: grouped_scaled_matmul-C2
//   4x8x16xf8E4M3FN => 8x16xf8E4M3FN
//   4x8x32xf32 => 8x32xf32
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected 'ends' of the groups where the left operand is a matrix, got none

// TWIN: grouped_scaled_matmul-C5
//   4x32x16xf8E4M3FN => 5x32x16xf8E4M3FN
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected operands that agree in the number of groups, got 4 and 5

// -----

func.func @f(%a: !lowp.scaled<8x16xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<4x32x16xf8E4M3FN, #lowp.rowwise>, %ends: tensor<4xi32>) {
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<4xi32>) : !lowp.scaled<8x16xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<4x32x16xf8E4M3FN, #lowp.rowwise> -> tensor<8x32xf32>
  return
}

// TWIN: grouped_scaled_matmul-C2
//   8x16xf8E4M3FN => 4x8x16xf8E4M3FN
//   8x32xf32 => 4x8x32xf32
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected no 'ends' where both operands are batches, got some; 'counts' limits their rows

// TWIN: grouped_scaled_matmul-C3
//   ) { => , %counts: tensor<4xi32>) {
//   (%ends => (%ends : tensor<4xi32>) counts(%counts
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected 'counts' for batches of matrices alone, got them beside a matrix; 'ends' divides its rows

// TWIN: grouped_scaled_matmul-C4
//   4x32x16xf8E4M3FN => 4x32x24xf8E4M3FN
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected operands that agree in K, their last dimension, got 16 on the left and 24 on the right

// TWIN: grouped_scaled_matmul-C5
//   4xi32 => 3xi32
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected operands that agree in the number of groups, got 4 and 3

// TWIN: grouped_scaled_matmul-C6
//   8x32xf32 => 32x8xf32
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected the result to have the shape of the products, 8x32, got 32x8

// TWIN: grouped_scaled_matmul-C6
//   4x32x16xf8E4M3FN => 32x16xf8E4M3FN
//   error at lowp.grouped_scaled_matmul: 'lowp.grouped_scaled_matmul' op expected the result to have the shape of the products, 4x8x32, got 8x32

// -----

// grouped_scaled_matmul-C7: as scaled_matmul-C4
func.func @f(%a: !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>>, %b: !lowp.scaled<4x32x256xf8E4M3FN, #lowp.rowwise>, %ends: tensor<4xi32>) {
  // expected-error @below {{'lowp.grouped_scaled_matmul' op expected scales that reach equally far along the contracted dimension}}
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<4xi32>) : !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<4x32x256xf8E4M3FN, #lowp.rowwise> -> tensor<8x32xf32>
  return
}

// -----

// grouped_scaled_matmul-C5: groups of scales count too.
func.func @f(%a: !lowp.scaled<8x16xf8E4M3FN, #lowp.rowwise, groups = <5, axis = 0>>, %b: !lowp.scaled<4x32x16xf8E4M3FN, #lowp.rowwise>, %ends: tensor<?xi32>) {
  // expected-error @below {{'lowp.grouped_scaled_matmul' op expected operands that agree in the number of groups, got 4 and 5}}
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<?xi32>) : !lowp.scaled<8x16xf8E4M3FN, #lowp.rowwise, groups = <5, axis = 0>>, !lowp.scaled<4x32x16xf8E4M3FN, #lowp.rowwise> -> tensor<8x32xf32>
  return
}

// -----

// grouped_scaled_matmul-C8: blocks of one side begin anew, those of the other do
// not.
func.func @f(%a: !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>, %b: !lowp.scaled<32x256xf8E4M3FN, #lowp.block<1x128>>, %ends: tensor<4xi32>) {
  // expected-error @below {{'lowp.grouped_scaled_matmul' op expected scales with the groups of the product, of K on both sides or on none, got groups of columns on the left and none on the right}}
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<4xi32>) : !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>, !lowp.scaled<32x256xf8E4M3FN, #lowp.block<1x128>> -> tensor<4x8x32xf32>
  return
}

// -----

// grouped_scaled_matmul-C8: the product has groups of rows.
func.func @f(%a: !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>, %b: !lowp.scaled<4x32x256xf8E4M3FN, #lowp.block<1x128>>, %ends: tensor<4xi32>) {
  // expected-error @below {{'lowp.grouped_scaled_matmul' op expected scales with the groups of the product, of rows on the left, got groups of columns on the left and none on the right}}
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<4xi32>) : !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>, !lowp.scaled<4x32x256xf8E4M3FN, #lowp.block<1x128>> -> tensor<8x32xf32>
  return
}

// -----

// grouped_scaled_matmul-C8: the product has groups of K.
func.func @f(%a: !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>, %b: !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>, %ends: tensor<4xi32>) {
  // expected-error @below {{'lowp.grouped_scaled_matmul' op expected scales with the groups of the product, of K on both sides or on none, got groups of rows on the left and groups of rows on the right}}
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<4xi32>) : !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>, !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>> -> tensor<4x8x8xf32>
  return
}

// -----

// grouped_scaled_matmul-C8: they begin where those of the other operand do.
!k = !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1, start = 128>>
!l = !lowp.scaled<8x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>
func.func @f(%a: !k, %b: !l, %ends: tensor<4xi32>) {
  // expected-error @below {{got groups of columns that begin at multiples of 128 on the left and groups of columns on the right}}
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<4xi32>) : !k, !l -> tensor<4x8x8xf32>
  return
}

// -----

// grouped_scaled_matmul-C9
func.func @f(%a: !lowp.scaled<8x16xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<32x16xf8E4M3FN, #lowp.rowwise>, %ends: tensor<4xi32>, %c: tensor<8x32xf32>) {
  // expected-error @below {{'lowp.grouped_scaled_matmul' op expected an accumulator of the result's type 'tensor<4x8x32xf32>', got 'tensor<8x32xf32>'}}
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<4xi32>) accumulate(%c : tensor<8x32xf32>) : !lowp.scaled<8x16xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<32x16xf8E4M3FN, #lowp.rowwise> -> tensor<4x8x32xf32>
  return
}
