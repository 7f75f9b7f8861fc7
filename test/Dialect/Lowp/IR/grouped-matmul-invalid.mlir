// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// grouped_matmul-C1
func.func @f(%a: tensor<4x8x16xbf16>, %b: tensor<32x16xbf16>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected a matrix and a batch of matrices, two matrices or two batches, got 'tensor<4x8x16xbf16>' and 'tensor<32x16xbf16>'}}
  %y = lowp.grouped_matmul %a, %b : tensor<4x8x16xbf16>, tensor<32x16xbf16> -> tensor<4x8x32xf32>
  return
}

// -----

// grouped_matmul-C2
func.func @f(%a: tensor<8x16xbf16>, %b: tensor<4x32x16xbf16>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected 'ends' of the groups where the left operand is a matrix, got none}}
  %y = lowp.grouped_matmul %a, %b : tensor<8x16xbf16>, tensor<4x32x16xbf16> -> tensor<8x32xf32>
  return
}

// -----

// grouped_matmul-C2
func.func @f(%a: tensor<4x8x16xbf16>, %b: tensor<4x32x16xbf16>, %ends: tensor<4xi32>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected no 'ends' where both operands are batches, got some; 'counts' limits their rows}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) : tensor<4x8x16xbf16>, tensor<4x32x16xbf16> -> tensor<4x8x32xf32>
  return
}

// -----

// grouped_matmul-C3
func.func @f(%a: tensor<8x16xbf16>, %b: tensor<4x32x16xbf16>, %ends: tensor<4xi32>, %counts: tensor<4xi32>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected 'counts' for batches of matrices alone, got them beside a matrix; 'ends' divides its rows}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) counts(%counts : tensor<4xi32>) : tensor<8x16xbf16>, tensor<4x32x16xbf16> -> tensor<8x32xf32>
  return
}

// -----

// grouped_matmul-C4
func.func @f(%a: tensor<8x16xbf16>, %b: tensor<4x32x24xbf16>, %ends: tensor<4xi32>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected operands that agree in K, their last dimension, got 16 on the left and 24 on the right}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) : tensor<8x16xbf16>, tensor<4x32x24xbf16> -> tensor<8x32xf32>
  return
}

// -----

// grouped_matmul-C5
func.func @f(%a: tensor<8x16xbf16>, %b: tensor<4x32x16xbf16>, %ends: tensor<3xi32>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected operands that agree in the number of groups, got 4 and 3}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<3xi32>) : tensor<8x16xbf16>, tensor<4x32x16xbf16> -> tensor<8x32xf32>
  return
}

// -----

// grouped_matmul-C5
func.func @f(%a: tensor<4x8x16xbf16>, %b: tensor<5x32x16xbf16>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected operands that agree in the number of groups, got 4 and 5}}
  %y = lowp.grouped_matmul %a, %b : tensor<4x8x16xbf16>, tensor<5x32x16xbf16> -> tensor<4x8x32xf32>
  return
}

// -----

// grouped_matmul-C6
func.func @f(%a: tensor<8x16xbf16>, %b: tensor<4x32x16xbf16>, %ends: tensor<4xi32>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected the result to have the shape of the products, 8x32, got 32x8}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) : tensor<8x16xbf16>, tensor<4x32x16xbf16> -> tensor<32x8xf32>
  return
}

// -----

// grouped_matmul-C6
func.func @f(%a: tensor<8x16xbf16>, %b: tensor<32x16xbf16>, %ends: tensor<4xi32>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected the result to have the shape of the products, 4x8x32, got 8x32}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) : tensor<8x16xbf16>, tensor<32x16xbf16> -> tensor<8x32xf32>
  return
}

// -----

// grouped_matmul-C7
func.func @f(%a: tensor<8x16xf32>, %b: tensor<4x32x16xf32>, %ends: tensor<4xi32>, %c: tensor<8x32xf32>) {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected an accumulator of the result's type 'tensor<8x32xbf16>', got 'tensor<8x32xf32>'}}
  %y = lowp.grouped_matmul %a, %b ends(%ends : tensor<4xi32>) accumulate(%c : tensor<8x32xf32>) : tensor<8x16xf32>, tensor<4x32x16xf32> -> tensor<8x32xbf16>
  return
}
