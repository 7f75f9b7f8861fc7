// A matmul without a recipe among others that have one is told without being
// asked.
// RUN: lowp-opt %s --split-input-file --lowp-apply-recipes --verify-diagnostics -o /dev/null

func.func @one_of_two(%x: tensor<64x256xbf16>, %w: tensor<256x512xbf16>, %y: tensor<64x512xbf16>) -> tensor<64x512xbf16> {
  %0 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%y : tensor<64x512xbf16>) -> tensor<64x512xbf16>
  // expected-remark @+1 {{matmul kept bf16: no recipe, while 1 other is quantized}}
  %1 = linalg.matmul
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%0 : tensor<64x512xbf16>) -> tensor<64x512xbf16>
  return %1 : tensor<64x512xbf16>
}

// -----

// No matmul of a program with recipes nowhere was forgotten.
func.func @none(%x: tensor<64x256xbf16>, %w: tensor<256x512xbf16>, %y: tensor<64x512xbf16>) -> tensor<64x512xbf16> {
  %1 = linalg.matmul
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%y : tensor<64x512xbf16>) -> tensor<64x512xbf16>
  return %1 : tensor<64x512xbf16>
}
