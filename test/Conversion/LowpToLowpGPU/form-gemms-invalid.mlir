// RUN: lowp-opt %s --lowp-form-gemms -split-input-file -verify-diagnostics

// Scaled groups of K that begin anywhere are refused, not left to plain loops.
!x = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<512x256xf8E4M3FN, #lowp.rowwise>
func.func @f(%x: !x, %w: !w, %ends: tensor<8xi32>) -> tensor<8x64x512xbf16> {
  // expected-error @+1 {{'lowp.grouped_scaled_matmul' op expected groups of K that begin at multiples of 'start', which the types of the operands say, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>'; lowp.spread_rows brings them there before they are quantized}}
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) : !x, !w -> tensor<8x64x512xbf16>
  return %y : tensor<8x64x512xbf16>
}

// -----

// Kernels find the scales of a row by its number.
!x = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0, alignment = 4>>
!w = !lowp.scaled<4x512x256xf8E4M3FN, #lowp.block<128x128>>
func.func @f(%x: !x, %w: !w, %ends: tensor<4xi32>) -> tensor<64x512xbf16> {
  // expected-error @+1 {{'lowp.grouped_scaled_matmul' op expected a left operand without groups in its type, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0, alignment = 4>>'; --canonicalize takes them off where the program quantizes it}}
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<4xi32>) : !x, !w -> tensor<64x512xbf16>
  return %y : tensor<64x512xbf16>
}

// -----

// Groups of f32 would lose digits that nobody gave away.
func.func @f32_groups(%x: tensor<64x256xf32>, %w: tensor<8x512x256xf32>, %ends: tensor<8xi32>) -> tensor<64x512xf32> {
  // expected-error @below {{'lowp.grouped_matmul' op expected operands of one type of 16 bits that the chip multiplies, got f32; option f32-matmuls=bf16 rounds them, a recipe quantizes them, and the pipeline lowp-to-cpu multiplies them as they are}}
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) : tensor<64x256xf32>, tensor<8x512x256xf32> -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}

// -----

// Products of groups of K are refused, too.
func.func @f32_sums(%x: tensor<64x256xf32>, %w: tensor<512x256xf32>, %ends: tensor<8xi32>) -> tensor<8x64x512xf32> {
  // expected-error @below {{'lowp.grouped_matmul' op expected operands of one type of 16 bits that the chip multiplies, got f32}}
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) : tensor<64x256xf32>, tensor<512x256xf32> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

func.func @mixed(%x: tensor<64x256xbf16>, %w: tensor<512x256xf16>, %ends: tensor<8xi32>) -> tensor<8x64x512xf32> {
  // expected-error @below {{'lowp.grouped_matmul' op expected operands of one type of 16 bits that the chip multiplies, got 'bf16' and 'f16'; convert one of them}}
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) : tensor<64x256xbf16>, tensor<512x256xf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}
