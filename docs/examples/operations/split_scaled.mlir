func.func @f(%q: !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<2x64xf32> {
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  return %scales : tensor<2x64xf32>
}
