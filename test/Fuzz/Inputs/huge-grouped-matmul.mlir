// The number of products of a result overflowed.
// pipeline: lowp-to-nvvm{chip=sm_90a serialize=0 reference=1}
func.func @f(%ends: tensor<100xi32>, %x: tensor<?x9223372036854775807xbf16>, %w: tensor<100x300x9223372036854775807xbf16>) -> tensor<?x300xf32> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<100xi32>)
    : tensor<?x9223372036854775807xbf16>, tensor<100x300x9223372036854775807xbf16> -> tensor<?x300xf32>
  return %y : tensor<?x300xf32>
}
