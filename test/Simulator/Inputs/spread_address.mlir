!a = !lowp.scaled<40x128xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<24x128xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
!scales = tensor<1x1x32x4x4xf8E8M0FNU>
func.func @product(%x: tensor<40x128xf8E4M3FN>, %sx: !scales, %w: tensor<24x64xi8>, %sw: !scales) -> tensor<40x24xf32> {
  %a = lowp.make_scaled %x, %sx : tensor<40x128xf8E4M3FN>, !scales -> !a
  %b = lowp.make_scaled %w, %sw : tensor<24x64xi8>, !scales -> !b
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<40x24xf32>
  return %y : tensor<40x24xf32>
}
