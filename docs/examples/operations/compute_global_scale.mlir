func.func @f(%amax: tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %factor, %scale = lowp.compute_global_scale %amax recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine>
    : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  return %factor, %scale : tensor<1xf32>, tensor<1xf32>
}
