// The size of a builtin tensor overflowed where the scaled type has none.
// pipeline: lowp-to-cpu
func.func @f(%x: tensor<9223372036854775807x1xf32>) -> !lowp.scaled<?x1xf8E5M2, #lowp.block<128x256>> {
  %q = lowp.quantize %x numerics <torchao> : tensor<9223372036854775807x1xf32> -> !lowp.scaled<?x1xf8E5M2, #lowp.block<128x256>>
  return %q : !lowp.scaled<?x1xf8E5M2, #lowp.block<128x256>>
}
