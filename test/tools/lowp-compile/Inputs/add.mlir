func.func @add(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %0 = arith.addf %x, %y : tensor<64xf32>
  return %0 : tensor<64xf32>
}
