func.func @f(%ids: tensor<?xi64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) {
  %rows, %places, %ends = lowp.order_rows %ids : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  return %rows, %places, %ends : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
}
