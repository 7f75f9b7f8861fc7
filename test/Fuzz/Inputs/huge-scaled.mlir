// As huge-sizes.mlir, with the scaled type written down.
// pipeline: lowp-to-nvvm{chip=sm_90a serialize=0}
func.func @f1(%a0: tensor<16x9223372036854775806xbf16>) -> !lowp.scaled<16x9223372036854775806xf4E2M1FN, #lowp.nvfp4<16x16>> {
  %0 = lowp.quantize %a0 numerics <transformer_engine> : tensor<16x9223372036854775806xbf16> -> !lowp.scaled<16x9223372036854775806xf4E2M1FN, #lowp.nvfp4<16x16>>
  return %0 : !lowp.scaled<16x9223372036854775806xf4E2M1FN, #lowp.nvfp4<16x16>>
}
