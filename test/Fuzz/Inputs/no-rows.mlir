// Sizes of 0 and 1 with padded layouts.
// pipeline: lowp-to-nvvm{chip=sm_90a serialize=0}
!x = !lowp.scaled<0x128xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!w = !lowp.scaled<8x128xf8E4M3FN, #lowp.block<128x128>>
func.func @f(%x: !x, %w: !w) -> tensor<0x8xbf16> {
  %0 = lowp.scaled_matmul %x, %w : !x, !w -> tensor<0x8xbf16>
  return %0 : tensor<0x8xbf16>
}
