// RUN: lowp-opt %s --lowp-apply-recipes --remarks-filter=lowp-apply-recipes --remark-format=emitRemark --verify-diagnostics -o /dev/null

func.func @kept(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-remark@below {{kept bf16: no recipe}}
  %y = linalg.matmul ins(%x, %w : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// A weight that the caller has quantized, and one that the program quantizes.
!w = !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x128>>
func.func @weight_only(%x: tensor<64x256xbf16>, %w: !w, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %d = lowp.dequantize %w : !w -> tensor<256x32xbf16>
  // expected-remark@below {{a weight of !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x128>> is dequantized in each call, which writes and reads 16384 bytes of tensor<256x32xbf16>; a recipe of that format takes it as it is}}
  // expected-remark@below {{kept bf16: no recipe}}
  %y = linalg.matmul ins(%x, %d : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

func.func @quantized_here(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %q = lowp.quantize %w numerics <torchao> : tensor<256x32xbf16> -> !w
  %d = lowp.dequantize %q : !w -> tensor<256x32xbf16>
  // expected-remark@below {{kept bf16: no recipe}}
  %y = linalg.matmul ins(%x, %d : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}
