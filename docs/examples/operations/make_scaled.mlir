func.func @f(%data: tensor<256x64xf8E4M3FN>, %scales: tensor<64x2xf32>) {
  %q = lowp.make_scaled %data, %scales : tensor<256x64xf8E4M3FN>, tensor<64x2xf32>
    -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]>
  return
}
