// RUN: lowp-opt %s --lowp-apply-recipes -split-input-file -verify-diagnostics | FileCheck %s

// Groups of rows are quantized as one matrix, and each matrix of weights alone.
// CHECK-LABEL: func.func @rows(
// CHECK:         %[[X:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
// CHECK:         %[[W:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>>
// CHECK:         lowp.grouped_scaled_matmul %[[X]], %[[W]] offsets(%{{.*}} : tensor<8xi32>) {layer = "experts"} :
func.func @rows(%x: tensor<?x256xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_matmul %x, %w offsets(%ends : tensor<8xi32>)
     {layer = "experts", lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
     : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// CHECK-LABEL: func.func @counts(
// CHECK:         lowp.grouped_scaled_matmul %{{.*}}, %{{.*}} counts(%{{.*}} : tensor<8xi32>) accumulate(%{{.*}}) fast_accumulation :
func.func @counts(%x: tensor<8x64x256xbf16>, %w: tensor<8x512x256xbf16>, %counts: tensor<8xi32>, %c: tensor<8x64x512xf32>) -> tensor<8x64x512xf32> {
  %y = lowp.grouped_matmul %x, %w counts(%counts : tensor<8xi32>) accumulate(%c : tensor<8x64x512xf32>)
     {lowp.recipe = #lowp.matmul_recipe<rowwise>}
     : tensor<8x64x256xbf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

// Blocks of K would cross the borders of groups.
func.func @k(%x: tensor<64x256xbf16>, %w: tensor<512x256xbf16>, %ends: tensor<8xi32>) -> tensor<8x64x512xf32> {
  // expected-error @below {{cannot take its recipe: groups of K, at whose borders blocks would begin anew}}
  %y = lowp.grouped_matmul %x, %w offsets(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<rowwise>}
     : tensor<64x256xbf16>, tensor<512x256xbf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

func.func @seed(%x: tensor<64x256xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<64x512xbf16> {
  // expected-error @below {{expected a seed for stochastic rounding}}
  %y = lowp.grouped_matmul %x, %w offsets(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>}
     : tensor<64x256xbf16>, tensor<8x512x256xbf16> -> tensor<64x512xbf16>
  return %y : tensor<64x512xbf16>
}
