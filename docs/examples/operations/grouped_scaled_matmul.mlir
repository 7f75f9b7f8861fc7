func.func @f(%x: !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>,
             %w: !lowp.scaled<8x4096x7168xf8E4M3FN, #lowp.block<128x128>>, %ends: tensor<8xi32>) -> tensor<?x4096xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>)
     : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<8x4096x7168xf8E4M3FN, #lowp.block<128x128>>
    -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
// The gradient of the experts' weights, added to what earlier batches gave.
!q = !lowp.scaled<4096x?xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <8, axis = 1>>
func.func @g(%go: !q, %x: !q, %ends: tensor<8xi32>, %sum: tensor<8x4096x4096xf32>) -> tensor<8x4096x4096xf32> {
  %dw = lowp.grouped_scaled_matmul %go, %x ends(%ends : tensor<8xi32>) accumulate(%sum : tensor<8x4096x4096xf32>)
      : !q, !q -> tensor<8x4096x4096xf32>
  return %dw : tensor<8x4096x4096xf32>
}
