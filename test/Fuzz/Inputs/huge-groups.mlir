// Numbers of scales in groups overflowed.
// pipeline: lowp-to-cpu
!q = !lowp.scaled<?x?xf8E4M3FN, #lowp.block<128x128>, groups = <4, axis = 0, alignment = 9223372036854775807>>
func.func @f(%x: tensor<?x?xf32>, %ends: tensor<4xi32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<?x?xf32> -> !q
  return %q : !q
}
