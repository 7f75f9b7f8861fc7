// A recipe quantized operands of more elements than scaled types have.
// pipeline: lowp-to-cpu{recipe=block_1x128_128x128}
func.func @f(%ends: tensor<100xi32>, %x: tensor<?x9223372036854775807xbf16>, %w: tensor<100x300x9223372036854775807xbf16>) -> tensor<?x300xf32> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<100xi32>)
    : tensor<?x9223372036854775807xbf16>, tensor<100x300x9223372036854775807xbf16> -> tensor<?x300xf32>
  return %y : tensor<?x300xf32>
}
