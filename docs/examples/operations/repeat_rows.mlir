func.func @f(%x: tensor<?x7168xbf16>, %w: tensor<8x4096x7168xbf16>, %bias: tensor<8x4096xf32>, %ends: tensor<8xi32>)
    -> tensor<?x4096xf32> {
  %zero = arith.constant 0 : index
  %m = tensor.dim %x, %zero : tensor<?x7168xbf16>
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     : tensor<?x7168xbf16>, tensor<8x4096x7168xbf16> -> tensor<?x4096xf32>
  %b = lowp.repeat_rows %bias ends(%ends : tensor<8xi32>) rows(%m) : tensor<8x4096xf32> -> tensor<?x4096xf32>
  %z = arith.addf %y, %b : tensor<?x4096xf32>
  return %z : tensor<?x4096xf32>
}
