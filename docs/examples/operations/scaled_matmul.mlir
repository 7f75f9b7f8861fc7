func.func @f(%x: !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>,
             %w: !lowp.scaled<4096x7168xf8E4M3FN, #lowp.block<128x128>>) -> tensor<?x4096xbf16> {
  %y = lowp.scaled_matmul %x, %w
    : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<4096x7168xf8E4M3FN, #lowp.block<128x128>>
   -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
// Experts that all have the same tokens.
func.func @experts(%x: !lowp.scaled<64x7168xf8E4M3FN, #lowp.block<1x128>>,
                   %w: !lowp.scaled<8x4096x7168xf8E4M3FN, #lowp.block<128x128>>) -> tensor<8x64x4096xbf16> {
  %y = lowp.scaled_matmul %x, %w
    : !lowp.scaled<64x7168xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<8x4096x7168xf8E4M3FN, #lowp.block<128x128>>
   -> tensor<8x64x4096xbf16>
  return %y : tensor<8x64x4096xbf16>
}
