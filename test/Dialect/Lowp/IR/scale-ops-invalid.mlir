// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// amax-C1
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.amax' op expected the result to have the shape of the blocks of the input, 64x2, got 64x3}}
  %a = lowp.amax %x recipe(#lowp.block<1x128>) : tensor<64x256xf32> -> tensor<64x3xf32>
  return
}

// -----

// amax-C1: without a recipe there is one block.
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @+1 {{'lowp.amax' op expected the result to have the shape of the blocks of the input, 1x1, got 64x1}}
  %a = lowp.amax %x : tensor<64x256xf32> -> tensor<64x1xf32>
  return
}

// -----

// amax-C1: a batch has blocks of its own in each matrix.
func.func @f(%x: tensor<2x64x256xf32>) {
  // expected-error @+1 {{'lowp.amax' op expected the result to have the shape of the blocks of the input, 2x1x1, got 1x1}}
  %a = lowp.amax %x : tensor<2x64x256xf32> -> tensor<1x1xf32>
  return
}

// -----

// amax-C2
func.func @f(%x: tensor<16x9223372036854775807xf32>) {
  // expected-error @+1 {{'lowp.amax' op expected at most 2^48 elements in the static dimensions of the input, got the shape 16x9223372036854775807}}
  %a = lowp.amax %x : tensor<16x9223372036854775807xf32> -> tensor<1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<64x256xf64>) {
  // expected-error @+1 {{operand #0 must be 2-D or 3-D tensor of f32, bf16 or f16, but got 'tensor<64x256xf64>'}}
  %a = lowp.amax %x : tensor<64x256xf64> -> tensor<1x1xf32>
  return
}

// -----

// compute_scale-C1
func.func @f(%a: tensor<64x2xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected element type f8E4M3FN or f8E5M2 for recipe #lowp.block<1x128>, got 'f4E2M1FN'}}
  %e, %s = lowp.compute_scale %a recipe #lowp.block<1x128> element f4E2M1FN numerics <torchao> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
  return
}

// -----

// compute_scale-C2
func.func @f(%a: tensor<64x2xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected 'scale_rounding = none' for the scales of #lowp.block<1x128>, which are no e8m0, got 'floor'; #lowp.numerics<torchao>, for example, has it}}
  %e, %s = lowp.compute_scale %a recipe #lowp.block<1x128> element f8E4M3FN numerics <mx_floor> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
  return
}

// -----

// compute_scale-C3
func.func @f(%a: tensor<64x2xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected encode factors of type 'tensor<64x2xf32>', got 'tensor<2x64xf32>'}}
  %e, %s = lowp.compute_scale %a recipe #lowp.block<1x128> element f8E4M3FN numerics <torchao> : tensor<64x2xf32> -> tensor<2x64xf32>, tensor<64x2xf32>
  return
}

// -----

// compute_scale-C3
func.func @f(%a: tensor<64x2xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected scales of type 'tensor<64x2xf8E8M0FNU>', got 'tensor<64x2xf32>'}}
  %e, %s = lowp.compute_scale %a recipe #lowp.mx<1x128> element f8E4M3FN numerics <mx_floor> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
  return
}

// -----

// compute_scale-C4
func.func @f(%a: tensor<64x2xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected the 'global' factor that a recipe of two levels takes, got none for #lowp.nvfp4<1x16>}}
  %e, %s = lowp.compute_scale %a recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf8E4M3FN>
  return
}

// -----

// compute_scale-C4
func.func @f(%a: tensor<64x2xf32>, %g: tensor<1xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected no 'global' factor for a recipe of one level, got one for #lowp.block<1x128>}}
  %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe #lowp.block<1x128> element f8E4M3FN numerics <torchao> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
  return
}

// -----

// compute_scale-C4
func.func @f(%a: tensor<64x2xf32>, %g: tensor<2xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected a global factor of type 'tensor<1xf32>', got 'tensor<2xf32>'}}
  %e, %s = lowp.compute_scale %a global(%g : tensor<2xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf8E4M3FN>
  return
}

// -----

// compute_scale-C5
func.func @f(%a: tensor<16x9223372036854775807xf32>) {
  // expected-error @+1 {{'lowp.compute_scale' op expected at most 2^48 elements in the static dimensions of amax, got the shape 16x9223372036854775807}}
  %e, %s = lowp.compute_scale %a recipe #lowp.block<1x128> element f8E4M3FN numerics <torchao> : tensor<16x9223372036854775807xf32> -> tensor<16x9223372036854775807xf32>, tensor<16x9223372036854775807xf32>
  return
}

// -----

// compute_global_scale-C1
func.func @f(%m: tensor<1x1xf32>) {
  // expected-error @+1 {{'lowp.compute_global_scale' op expected element type f4E2M1FN for recipe #lowp.nvfp4<1x16>, got 'f8E4M3FN'}}
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f8E4M3FN numerics <transformer_engine> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  return
}

// -----

// compute_global_scale-C2
func.func @f(%m: tensor<1x1xf32>) {
  // expected-error @+1 {{'lowp.compute_global_scale' op expected 'scale_rounding = none', 'power_of_two = false', 'degenerate = propagate' or 'unit' and 'small_scales = exact' or 'normal' for the e4m3 scales of #lowp.nvfp4<1x16>, got #lowp.numerics<torchao_rowwise>; #lowp.numerics<transformer_engine>, for example, has them}}
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <torchao_rowwise> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  return
}

// -----

// compute_global_scale-C3
func.func @f(%m: tensor<1x1xf32>) {
  // expected-error @+1 {{'lowp.compute_global_scale' op expected a recipe of two levels, such as #lowp.nvfp4<1x16>, got #lowp.tensorwise}}
  %f, %g = lowp.compute_global_scale %m recipe #lowp.tensorwise element f8E4M3FN numerics <transformer_engine> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  return
}

// -----

// compute_global_scale-C4
func.func @f(%m: tensor<64x1xf32>) {
  // expected-error @+1 {{'lowp.compute_global_scale' op expected an amax per matrix of type 'tensor<1x1xf32>', got 'tensor<64x1xf32>'}}
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<64x1xf32> -> tensor<1xf32>, tensor<1xf32>
  return
}

// -----

// compute_global_scale-C4
func.func @f(%m: tensor<3x1x1xf32>) {
  // expected-error @+1 {{'lowp.compute_global_scale' op expected factors of type 'tensor<3x1xf32>', got 'tensor<1xf32>'}}
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<3x1x1xf32> -> tensor<1xf32>, tensor<3x1xf32>
  return
}

// -----

// compute_global_scale-C4
func.func @f(%m: tensor<1x1xf32>) {
  // expected-error @+1 {{'lowp.compute_global_scale' op expected scales of type 'tensor<1xf32>', got 'tensor<2xf32>'}}
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<1x1xf32> -> tensor<1xf32>, tensor<2xf32>
  return
}
