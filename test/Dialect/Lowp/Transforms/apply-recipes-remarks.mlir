// RUN: lowp-opt %s --lowp-apply-recipes --remarks-filter=lowp-apply-recipes --remark-format=emitRemark --verify-diagnostics -o /dev/null

func.func @kept(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-remark@below {{kept bf16: no recipe}}
  %y = linalg.matmul ins(%x, %w : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}
