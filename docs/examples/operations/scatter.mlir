func.func @f(%g: tensor<?x512xf32>, %ids: tensor<?xi64>, %x: tensor<32000x512xf32>) -> tensor<32000x512xf32> {
  %y = lowp.scatter ins(%g, %ids : tensor<?x512xf32>, tensor<?xi64>) outs(%x : tensor<32000x512xf32>) dimensions [0] {
  ^bb0(%update: f32, %element: f32):
    %sum = arith.addf %element, %update : f32
    lowp.scatter_yield %sum : f32
  } -> tensor<32000x512xf32>
  return %y : tensor<32000x512xf32>
}
