// RUN: lowp-opt %s --lowp-form-kernels -verify-diagnostics

// A grouped matmul is refused, not left to plain loops.
func.func @f(%x: tensor<64x256xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<64x512xbf16> {
  // expected-error @+1 {{'lowp.grouped_matmul' op expected a matmul that there is a kernel for, got a grouped one; the pipeline lowp-to-cpu runs it}}
  %y = lowp.grouped_matmul %x, %w offsets(%ends : tensor<8xi32>)
     : tensor<64x256xbf16>, tensor<8x512x256xbf16> -> tensor<64x512xbf16>
  return %y : tensor<64x512xbf16>
}
