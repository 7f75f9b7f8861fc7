// The forward pass of experts, and the gradient of their weights.
func.func @f(%x: tensor<?x7168xbf16>, %w: tensor<8x4096x7168xbf16>, %ends: tensor<8xi32>) -> tensor<?x4096xbf16> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     : tensor<?x7168xbf16>, tensor<8x4096x7168xbf16> -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
func.func @g(%go: tensor<4096x?xbf16>, %x: tensor<7168x?xbf16>, %ends: tensor<8xi32>) -> tensor<8x4096x7168xf32> {
  %dw = lowp.grouped_matmul %go, %x ends(%ends : tensor<8xi32>)
     : tensor<4096x?xbf16>, tensor<7168x?xbf16> -> tensor<8x4096x7168xf32>
  return %dw : tensor<8x4096x7168xf32>
}
