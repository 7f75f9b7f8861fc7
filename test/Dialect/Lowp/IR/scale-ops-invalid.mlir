// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%x: tensor<64x256xf32>) {
  %a = lowp.amax %x : tensor<64x256xf32> -> tensor<1x1xf32>
  return
}

// TWIN: amax-C1
//   lowp.amax %x => lowp.amax %x recipe(#lowp.block<1x128>)
//   1x1xf32 => 64x3xf32
//   error at lowp.amax: 'lowp.amax' op expected the result to have the shape of the blocks of the input, 64x2, got 64x3

// TWIN: amax-C1: without a recipe there is one block.
//   1x1xf32 => 64x1xf32
//   error at lowp.amax: 'lowp.amax' op expected the result to have the shape of the blocks of the input, 1x1, got 64x1

// TWIN: amax-C1: a batch has blocks of its own in each matrix.
//   64x256xf32 => 2x64x256xf32
//   error at lowp.amax: 'lowp.amax' op expected the result to have the shape of the blocks of the input, 2x1x1, got 1x1

// TWIN: amax-C2
//   64x256xf32 => 16x9223372036854775807xf32
//   error at lowp.amax: 'lowp.amax' op expected at most 2^48 elements in the static dimensions of the input, got the shape 16x9223372036854775807

// TWIN
//   64x256xf32 => 64x256xf64
//   error at lowp.amax: operand #0 must be 2-D or 3-D tensor of f32, bf16 or f16, but got 'tensor<64x256xf64>'

// -----

func.func @f(%a: tensor<64x2xf32>) {
  %e, %s = lowp.compute_scale %a recipe #lowp.block<1x128> element f8E4M3FN numerics <torchao> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
  return
}

// TWIN: compute_scale-C1
//   f8E4M3FN => f4E2M1FN
//   error at lowp.compute_scale: 'lowp.compute_scale' op expected element type f8E4M3FN or f8E5M2 for recipe #lowp.block<1x128>, got 'f4E2M1FN'

// TWIN: compute_scale-C2
//   torchao => mx_floor
//   error at lowp.compute_scale: 'lowp.compute_scale' op expected 'scale_rounding = none' for the scales of #lowp.block<1x128>, which are no e8m0, got 'floor'; #lowp.numerics<torchao>, for example, has it

// TWIN: compute_scale-C3
//   64x2xf32>, => 2x64xf32>,
//   error at lowp.compute_scale: 'lowp.compute_scale' op expected encode factors of type 'tensor<64x2xf32>', got 'tensor<2x64xf32>'

// TWIN: compute_scale-C3
//   .block => .mx
//   torchao => mx_floor
//   error at lowp.compute_scale: 'lowp.compute_scale' op expected scales of type 'tensor<64x2xf8E8M0FNU>', got 'tensor<64x2xf32>'

// TWIN: compute_scale-C5
//   64x2xf32 => 16x9223372036854775807xf32
//   error at lowp.compute_scale: 'lowp.compute_scale' op expected at most 2^48 elements in the static dimensions of amax, got the shape 16x9223372036854775807

// -----

// compute_scale-C4
func.func @f(%a: tensor<64x2xf32>) {
  // expected-error @below {{'lowp.compute_scale' op expected the 'global' factor that a recipe of two levels takes, got none for #lowp.nvfp4<1x16>}}
  %e, %s = lowp.compute_scale %a recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf8E4M3FN>
  return
}

// -----

// compute_scale-C4
func.func @f(%a: tensor<64x2xf32>, %g: tensor<1xf32>) {
  // expected-error @below {{'lowp.compute_scale' op expected no 'global' factor for a recipe of one level, got one for #lowp.block<1x128>}}
  %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe #lowp.block<1x128> element f8E4M3FN numerics <torchao> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
  return
}

// -----

// compute_scale-C4
func.func @f(%a: tensor<64x2xf32>, %g: tensor<2xf32>) {
  // expected-error @below {{'lowp.compute_scale' op expected a global factor of type 'tensor<1xf32>', got 'tensor<2xf32>'}}
  %e, %s = lowp.compute_scale %a global(%g : tensor<2xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf8E4M3FN>
  return
}

// -----

func.func @f(%m: tensor<1x1xf32>) {
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  return
}

// TWIN: compute_global_scale-C1
//   f4E2M1FN => f8E4M3FN
//   error at lowp.compute_global_scale: 'lowp.compute_global_scale' op expected element type f4E2M1FN for recipe #lowp.nvfp4<1x16>, got 'f8E4M3FN'

// TWIN: compute_global_scale-C2
//   transformer_engine => torchao_rowwise
//   error at lowp.compute_global_scale: 'lowp.compute_global_scale' op expected 'scale_rounding = none', 'power_of_two = false', 'degenerate = propagate' or 'unit' and 'small_scales = exact' or 'normal' for the e4m3 scales of #lowp.nvfp4<1x16>, got #lowp.numerics<torchao_rowwise>; #lowp.numerics<transformer_engine>, for example, has them

// TWIN: compute_global_scale-C3
//   .nvfp4<1x16> => .tensorwise
//   f4E2M1FN => f8E4M3FN
//   error at lowp.compute_global_scale: 'lowp.compute_global_scale' op expected a recipe of two levels, such as #lowp.nvfp4<1x16>, got #lowp.tensorwise

// TWIN: compute_global_scale-C4
//   1x1xf32 => 64x1xf32
//   error at lowp.compute_global_scale: 'lowp.compute_global_scale' op expected an amax per matrix of type 'tensor<1x1xf32>', got 'tensor<64x1xf32>'

// TWIN: compute_global_scale-C4
//   1x1xf32 => 3x1x1xf32
//   , tensor<1xf32 => , tensor<3x1xf32
//   error at lowp.compute_global_scale: 'lowp.compute_global_scale' op expected factors of type 'tensor<3x1xf32>', got 'tensor<1xf32>'

// TWIN: compute_global_scale-C4
//   , tensor<1xf32 => , tensor<2xf32
//   error at lowp.compute_global_scale: 'lowp.compute_global_scale' op expected scales of type 'tensor<1xf32>', got 'tensor<2xf32>'
