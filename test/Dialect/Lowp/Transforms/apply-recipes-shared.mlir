// RUN: lowp-opt %s --lowp-apply-recipes --cse | FileCheck %s

// Equal quantizes of one value are shared.

// CHECK-LABEL: func.func @two_projections(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<64x256xbf16>
// CHECK-COUNT-1: lowp.quantize %[[X]]
// CHECK-NOT:     lowp.quantize %[[X]]
func.func @two_projections(%x: tensor<64x256xbf16>, %w1: tensor<256x32xbf16>, %w2: tensor<256x48xbf16>,
                           %i1: tensor<64x32xf32>, %i2: tensor<64x48xf32>) -> (tensor<64x32xf32>, tensor<64x48xf32>) {
  %y1 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
    ins(%x, %w1 : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%i1 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %y2 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>}
    ins(%x, %w2 : tensor<64x256xbf16>, tensor<256x48xbf16>) outs(%i2 : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %y1, %y2 : tensor<64x32xf32>, tensor<64x48xf32>
}
