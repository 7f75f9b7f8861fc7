// The number of tiles overflowed in the cost model.
// pipeline: lowp-to-nvvm{chip=sm_90a serialize=0 recipe=rowwise}
func.func @f(%x: tensor<1099511627776x256xf16>, %w: tensor<?x256xf16>, %y: tensor<1099511627776x?xf32>) -> tensor<1099511627776x?xf32> {
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%y : tensor<1099511627776x?xf32>) -> tensor<1099511627776x?xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<1099511627776x256xf16>, tensor<?x256xf16>) outs(%filled : tensor<1099511627776x?xf32>) -> tensor<1099511627776x?xf32>
  return %z : tensor<1099511627776x?xf32>
}
