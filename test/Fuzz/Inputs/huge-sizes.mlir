// Sizes of padded scales overflowed.
// pipeline: lowp-to-cpu
func.func @f0(%a0: tensor<256x9223372036854775807xf32>, %a3: tensor<16x9223372036854775807xf32>, %a4: tensor<256x16xf32>) -> tensor<256x16xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    {lowp.recipe = #lowp.matmul_recipe<mxfp6>} ins(%a0, %a3 : tensor<256x9223372036854775807xf32>, tensor<16x9223372036854775807xf32>)
    outs(%a4 : tensor<256x16xf32>) -> tensor<256x16xf32>
  return %0 : tensor<256x16xf32>
}
