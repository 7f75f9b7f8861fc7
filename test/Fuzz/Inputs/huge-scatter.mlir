// Places in a tensor of more than 2^63 elements overflowed.
func.func @f0(%a0: tensor<512x9223372036854775806xbf16>, %a1: tensor<?x1x9223372036854775806xbf16>, %a2: tensor<?x1xi64>, %a3: tensor<64x9223372036854775806xbf16>, %a4: tensor<64xi64>, %a5: tensor<256x1048576xbf16>) -> (tensor<512x9223372036854775806xbf16>, tensor<512x9223372036854775806xbf16>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%a1, %a2 : tensor<?x1x9223372036854775806xbf16>, tensor<?x1xi64>) outs(%a0 : tensor<512x9223372036854775806xbf16>) {
  ^bb0(%u: bf16, %e: bf16):
    %s = arith.addf %e, %u : bf16
    tm_tensor.yield %s : bf16
  } -> tensor<512x9223372036854775806xbf16>
  %1 = lowp.scatter ins(%a3, %a4 : tensor<64x9223372036854775806xbf16>, tensor<64xi64>) outs(%0 : tensor<512x9223372036854775806xbf16>) dimensions [0] {
  ^bb0(%u: bf16, %e: bf16):
    lowp.scatter_yield %u : bf16
  } -> tensor<512x9223372036854775806xbf16>
  %v2 = tensor.insert_slice %a5 into %1[116, 0] [256, 1048576] [1, 1] : tensor<256x1048576xbf16> into tensor<512x9223372036854775806xbf16>
  return %v2, %v2 : tensor<512x9223372036854775806xbf16>, tensor<512x9223372036854775806xbf16>
}