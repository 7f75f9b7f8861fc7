// The whole of a tensorwise quantize in two phases, with the maximum over two shards between them.
func.func @f(%x: tensor<64x7168xbf16>, %other: tensor<1x1xf32>) {
  %own = lowp.amax %x recipe(#lowp.tensorwise) : tensor<64x7168xbf16> -> tensor<1x1xf32>
  %amax = arith.maximumf %own, %other : tensor<1x1xf32>
  %encode, %scales = lowp.compute_scale %amax recipe #lowp.tensorwise element f8E4M3FN numerics <torchao>
    : tensor<1x1xf32> -> tensor<1x1xf32>, tensor<1x1xf32>
  %q = lowp.quantize %x numerics <torchao> scales(%encode, %scales : tensor<1x1xf32>, tensor<1x1xf32>)
     : tensor<64x7168xbf16> -> !lowp.scaled<64x7168xf8E4M3FN, #lowp.tensorwise>
  return
}
// NVFP4 whose global scale is given, as vLLM keeps it: 2688 / amax, a factor that encodes.
func.func @g(%x: tensor<64x7168xbf16>, %g: tensor<1xf32>) {
  %amax = lowp.amax %x recipe(#lowp.nvfp4<1x16>) : tensor<64x7168xbf16> -> tensor<64x448xf32>
  %encode, %scales = lowp.compute_scale %amax global(%g : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN
      numerics <transformer_engine> convention encode
    : tensor<64x448xf32> -> tensor<64x448xf32>, tensor<64x448xf8E4M3FN>
  %q = lowp.quantize %x numerics <transformer_engine>
         scales(%encode, %scales, %g : tensor<64x448xf32>, tensor<64x448xf8E4M3FN>, tensor<1xf32>)
     : tensor<64x7168xbf16> -> !lowp.scaled<64x7168xf4E2M1FN, #lowp.nvfp4<1x16>, convention = encode>
  return
}
