func.func @f(%q: !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>) -> tensor<64x256xf32> {
  %x = lowp.dequantize %q : !lowp.scaled<64x256xf8E5M2, #lowp.rowwise> -> tensor<64x256xf32>
  return %x : tensor<64x256xf32>
}
