// The largest sizes that there may be, with padding.
// pipeline: lowp-to-cpu
!x = !lowp.scaled<1x281474976710656xf6E2M3FN, #lowp.mx<1x32>, scales = #lowp.packed_words, packing = dense>
func.func @f(%x: tensor<1x281474976710656xf32>) -> !x {
  %0 = lowp.quantize %x numerics <mx_rceil> : tensor<1x281474976710656xf32> -> !x
  return %0 : !x
}
