func.func @f(%x: tensor<64x256xbf16>, %d0: tensor<64x256xf8E4M3FN>, %s0: tensor<64x2xf32>)
    -> (tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) {
  %d, %s = lowp.fusion ins(%x : tensor<64x256xbf16>)
      outs(%d0, %s0 : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %q = lowp.quantize %a numerics <torchao>
       : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    %data, %scales = lowp.split_scaled %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    lowp.fusion_yield %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
  } -> tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
  return %d, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
}
