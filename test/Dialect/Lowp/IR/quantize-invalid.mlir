// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%x: tensor<64x256xf32>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  return
}

// TWIN: quantize-C1
//   64x256xf8E4M3FN => 256x64xf8E4M3FN
//   error at lowp.quantize: 'lowp.quantize' op expected the input to have the shape of the result, 256x64, got 64x256

// TWIN
//   64x256xf32 => 64x256xf64
//   error at lowp.quantize: operand #0 must be 2-D or 3-D tensor of f32, bf16 or f16, but got 'tensor<64x256xf64>'

// TWIN: quantize-C2
//   .rowwise => .mx<1x32>
//   error at lowp.quantize: 'lowp.quantize' op expected numerics with a 'scale_rounding' (floor, ceil, even or rceil) for the e8m0 scales of #lowp.mx<1x32>, got none; #lowp.numerics<mx_rceil>, for example, has one

// TWIN: quantize-C2
//   torchao => mx_floor
//   .rowwise => .block<1x128>
//   error at lowp.quantize: 'lowp.quantize' op expected 'scale_rounding = none' for the scales of #lowp.block<1x128>, which are no e8m0, got 'floor'; #lowp.numerics<torchao>, for example, has it

// TWIN: quantize-C2
//   torchao => torchao, degenerate = saturate
//   .rowwise => .block<1x128>
//   error at lowp.quantize: 'lowp.quantize' op expected 'degenerate = propagate' or 'unit' for the scales of #lowp.block<1x128>, which are no e8m0, got 'saturate'

// TWIN: quantize-C1: a batch has more sizes than a matrix.
//   64x256xf8E4M3FN => 2x64x256xf8E4M3FN
//   error at lowp.quantize: 'lowp.quantize' op expected the input to have the shape of the result, 2x64x256, got 64x256

// TWIN: quantize-C4
//   .rowwise => .block<1x128>, groups = <4, axis = 1>
//   error at lowp.quantize: 'lowp.quantize' op expected 'ends', where the groups of a type with 'groups' end, got none

// -----

// quantize-C2
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @below {{'lowp.quantize' op expected 'scale_rounding = none', 'power_of_two = false', 'degenerate = propagate' or 'unit' and 'small_scales = exact' or 'normal' for the e4m3 scales of #lowp.nvfp4<1x16>, got #lowp.numerics<torchao_rowwise>; #lowp.numerics<transformer_engine>, for example, has them}}
  %q = lowp.quantize %x numerics <torchao_rowwise> : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

// quantize-C2
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @below {{'lowp.quantize' op expected 'scale_rounding = none', 'power_of_two = false', 'degenerate = propagate' or 'unit' and 'small_scales = exact' or 'normal' for the e4m3 scales of #lowp.nvfp4<1x16>, got #lowp.numerics<eps = 0.0e+00, division = f32, power_of_two = false, degenerate = propagate, saturation = saturate, small_scales = unit>; #lowp.numerics<transformer_engine>, for example, has them}}
  %q = lowp.quantize %x numerics <transformer_engine, degenerate = propagate, small_scales = unit> : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

// quantize-C3
func.func @f(%x: tensor<64x256xf32>) {
  // expected-error @below {{'lowp.quantize' op expected a seed for stochastic rounding, got none; write 'seed %value' with a value of type i64}}
  %q = lowp.quantize %x numerics <transformer_engine_stochastic> : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

// quantize-C3
func.func @f(%x: tensor<64x256xf32>, %seed: i64) {
  // expected-error @below {{'lowp.quantize' op expected no seed for rounding to nearest, got one}}
  %q = lowp.quantize %x numerics <transformer_engine> seed %seed : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

func.func @f(%x: tensor<64x256xf32>, %ends: tensor<4xi32>) {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>
  return
}

// TWIN: quantize-C4
//   , groups = <4, axis = 1> =>
//   error at lowp.quantize: 'lowp.quantize' op expected no 'ends' for types without 'groups', got some

// TWIN: quantize-C4
//   4xi32 => 3xi32
//   error at lowp.quantize: 'lowp.quantize' op expected an offset for each of 4 groups, got 3

// TWIN: quantize-C8
//   ) { => , %e: tensor<64x5xf32>) {
//   >) : => >) scales(%e, %e : tensor<64x5xf32>, tensor<64x5xf32>) :
//   error at lowp.quantize: 'lowp.quantize' op expected no 'scales' for a result with groups, got some for '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>'; quantize it without

// -----

// quantize-C5: the scaled type does not say how large it is.
func.func @f(%x: tensor<16x9223372036854775807xf32>) {
  // expected-error @below {{'lowp.quantize' op expected at most 2^48 elements in the static dimensions of the input, got the shape 16x9223372036854775807}}
  %q = lowp.quantize %x numerics <torchao> : tensor<16x9223372036854775807xf32> -> !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>>
  return
}

// -----

// quantize-C6
func.func @f(%x: tensor<64x256xf32>, %e: tensor<64x2xf32>) {
  // expected-error @below {{'lowp.quantize' op expected encode factors and stored scales for #lowp.block<1x128>, got 1 tensor}}
  %q = lowp.quantize %x numerics <torchao> scales(%e : tensor<64x2xf32>) : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  return
}

// -----

// quantize-C6
func.func @f(%x: tensor<64x256xf32>, %e: tensor<64x2xf32>, %g: tensor<1xf32>) {
  // expected-error @below {{'lowp.quantize' op expected encode factors and stored scales for #lowp.block<1x128>, got 3 tensors}}
  %q = lowp.quantize %x numerics <torchao> scales(%e, %e, %g : tensor<64x2xf32>, tensor<64x2xf32>, tensor<1xf32>) : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  return
}

// -----

// quantize-C6
func.func @f(%x: tensor<64x256xf32>, %e: tensor<64x16xf32>, %s: tensor<64x16xf8E4M3FN>) {
  // expected-error @below {{'lowp.quantize' op expected encode factors, stored scales and a global scale for #lowp.nvfp4<1x16>, got 2 tensors}}
  %q = lowp.quantize %x numerics <transformer_engine> scales(%e, %s : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>) : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}

// -----

// quantize-C7: an entry per block, in the order of the matrix.
func.func @f(%x: tensor<64x256xf32>, %e: tensor<2x64xf32>, %s: tensor<64x2xf32>) {
  // expected-error @below {{'lowp.quantize' op expected encode factors of type 'tensor<64x2xf32>', got 'tensor<2x64xf32>'}}
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<2x64xf32>, tensor<64x2xf32>) : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  return
}

// -----

// quantize-C7
func.func @f(%x: tensor<64x256xf32>, %e: tensor<64x8xf32>) {
  // expected-error @below {{'lowp.quantize' op expected stored scales of type 'tensor<64x8xf8E8M0FNU>', got 'tensor<64x8xf32>'}}
  %q = lowp.quantize %x numerics <mx_floor> scales(%e, %e : tensor<64x8xf32>, tensor<64x8xf32>) : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>
  return
}

// -----

// quantize-C7
func.func @f(%x: tensor<64x256xf32>, %e: tensor<64x16xf32>, %s: tensor<64x16xf8E4M3FN>, %g: tensor<1x1xf32>) {
  // expected-error @below {{'lowp.quantize' op expected a global scale of type 'tensor<1xf32>', got 'tensor<1x1xf32>'}}
  %q = lowp.quantize %x numerics <transformer_engine> scales(%e, %s, %g : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1x1xf32>) : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return
}
