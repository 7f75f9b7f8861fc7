func.func @f(%x: tensor<?x7168xbf16>) -> (tensor<?x56xf32>, tensor<1x1xf32>) {
  %blocks = lowp.amax %x recipe(#lowp.block<1x128>) : tensor<?x7168xbf16> -> tensor<?x56xf32>
  %matrix = lowp.amax %x : tensor<?x7168xbf16> -> tensor<1x1xf32>
  return %blocks, %matrix : tensor<?x56xf32>, tensor<1x1xf32>
}
