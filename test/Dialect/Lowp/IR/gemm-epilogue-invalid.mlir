// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @epilogue_yields(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32> epilogue {
  ^bb0(%sum: f32):
    lowp.epilogue_yield %sum : f32
  }
  return %y : tensor<64x32xf32>
}

// TWIN: gemm-C16: the sum is an f32.
//   @epilogue_yields => @epilogue_arguments
//   64x32xf32 => 64x32xbf16
//   f32) => bf16)
//   : f32 => : bf16
//   error at lowp.gemm: 'lowp.gemm' op expected an epilogue on an f32 sum and an element of each input, got arguments 'bf16'

// TWIN: gemm-C16: the element of the destination.
//   64x32xf32 => 64x32xbf16
//   error at lowp.gemm: 'lowp.gemm' op expected an epilogue that yields one 'bf16'

// TWIN: gemm-C16: no functions, no divisions.
//   @epilogue_yields => @epilogue_division
//   64x32xf32 => 64x32xbf16
//   lowp.epilogue_yield %sum : f32 =>
//     %d = arith.divf %sum, %sum : f32
//     %r = arith.truncf %d : f32 to bf16
//     lowp.epilogue_yield %r : bf16
//   error at arith.divf: 'arith.divf' op expected arithmetic on floats in the epilogue of lowp.gemm (arith without division); keep it in an operation of its own

// TWIN: gemm-C18
//   @epilogue_yields => @accumulates
//   indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] => indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], accumulate
//   error at lowp.gemm: 'lowp.gemm' op expected no epilogue where the product is added to the destination; give the addend as an input

// -----

// gemm-C16: values of its own.
func.func @epilogue_captures(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %c: f32, %init: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  // expected-note @+1 {{required by region isolation constraints}}
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xbf16> epilogue {
  ^bb0(%sum: f32):
    // expected-error @below {{'arith.mulf' op using value defined outside the region}}
    %d = arith.mulf %sum, %c : f32
    %r = arith.truncf %d : f32 to bf16
    lowp.epilogue_yield %r : bf16
  }
  return %y : tensor<64x32xbf16>
}

// -----

// gemm-C17: inputs without an epilogue.
func.func @inputs_alone(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %b: tensor<32xf32>, %init: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  // expected-error @below {{'lowp.gemm' op expected an epilogue that reads the inputs, got none}}
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) ins(%b : tensor<32xf32>) outs(%init : tensor<64x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], input_maps = [affine_map<(m, n) -> (n)>]} -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// -----

func.func @inputs_without_maps(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %b: tensor<32xf32>, %init: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) ins(%b : tensor<32xf32>) outs(%init : tensor<64x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], input_maps = [affine_map<(m, n) -> (n)>]} -> tensor<64x32xbf16> epilogue {
  ^bb0(%sum: f32, %c: f32):
    %s = arith.addf %sum, %c : f32
    %r = arith.truncf %s : f32 to bf16
    lowp.epilogue_yield %r : bf16
  }
  return %y : tensor<64x32xbf16>
}

// TWIN: gemm-C17: a map for each.
//   , input_maps = [affine_map<(m, n) -> (n)>] =>
//   error at lowp.gemm: 'lowp.gemm' op expected an input map for each of 1 inputs, got 0

// TWIN: gemm-C17: maps of the result.
//   @inputs_without_maps => @map_of_k
//   input_maps = [affine_map<(m, n) -> (n)>] => input_maps = [affine_map<(m, n, k) -> (n)>]
//   error at lowp.gemm: 'lowp.gemm' op expected input maps from the 2 dimensions of the destination to those of an input, each once, got affine_map<(d0, d1, d2) -> (d1)>

// TWIN: gemm-C17: ranks.
//   @inputs_without_maps => @map_of_rank
//   32xf32 => 1x32xf32
//   error at lowp.gemm: 'lowp.gemm' op expected an input of 1 dimensions, as affine_map<(d0, d1) -> (d1)> has results, got 'tensor<1x32xf32>'

// TWIN: gemm-C17: sizes.
//   @inputs_without_maps => @input_size
//   32xf32 => 64xf32
//   error at lowp.gemm: 'lowp.gemm' op expected inputs of the sizes of the destination, got 64 where it has 32

// -----

// gemm-C19: nothing says what two destinations get.
func.func @two_without_epilogue(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %a: tensor<64x32xf32>, %b: tensor<64x32xbf16>) {
  // expected-error @below {{'lowp.gemm' op expected an epilogue that yields an element of each of 2 destinations, got none}}
  %y:2 = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%a, %b : tensor<64x32xf32>, tensor<64x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32>, tensor<64x32xbf16>
  return
}

// -----

func.func @two_shapes(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %a: tensor<64x32xf32>, %b: tensor<64x32xbf16>) {
  %y:2 = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%a, %b : tensor<64x32xf32>, tensor<64x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32>, tensor<64x32xbf16> epilogue {
  ^bb0(%sum: f32):
    %r = arith.truncf %sum : f32 to bf16
    lowp.epilogue_yield %sum, %r : f32, bf16
  }
  return
}

// TWIN: gemm-C19: destinations of one shape.
//   64x32xbf16 => 32x64xbf16
//   error at lowp.gemm: 'lowp.gemm' op expected destinations of one shape, got 'tensor<64x32xf32>' and 'tensor<32x64xbf16>'

// TWIN: gemm-C16: an element of each destination.
//   @two_shapes => @one_yielded
//   lowp.epilogue_yield %sum, => lowp.epilogue_yield
//   f32, bf16 => bf16
//   error at lowp.gemm: 'lowp.gemm' op expected an epilogue that yields one 'f32' and one 'bf16'

// TWIN: gemm-C16: in their order.
//   @two_shapes => @yielded_in_other_order
//   %sum, %r : f32, bf16 => %r, %sum : bf16, f32
//   error at lowp.gemm: 'lowp.gemm' op expected an epilogue that yields one 'f32' and one 'bf16'

// -----

// gemm-C4: elements of each destination.
func.func @second_of_f64(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %a: tensor<64x32xbf16>, %b: tensor<64x32xf64>) {
  // expected-error @below {{'lowp.gemm' op expected a destination of f32, bf16 or f16, got 'tensor<64x32xf64>'}}
  %y:2 = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%a, %b : tensor<64x32xbf16>, tensor<64x32xf64>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xbf16>, tensor<64x32xf64> epilogue {
  ^bb0(%sum: f32):
    %r = arith.truncf %sum : f32 to bf16
    %d = arith.extf %sum : f32 to f64
    lowp.epilogue_yield %r, %d : bf16, f64
  }
  return
}

// -----

// gemm-C16: no more than there are destinations.
func.func @two_yielded(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %a: tensor<64x32xf32>) {
  // expected-error @below {{'lowp.gemm' op expected an epilogue that yields one 'f32'}}
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%a : tensor<64x32xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32> epilogue {
  ^bb0(%sum: f32):
    lowp.epilogue_yield %sum, %sum : f32, f32
  }
  return
}

// -----

// gemm-C19: one at least.
func.func @no_destination(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>) {
  // expected-error @below {{'lowp.gemm' op expected a destination, got none}}
  "lowp.gemm"(%x, %w) <{indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], operandSegmentSizes = array<i32: 1, 0, 0, 1, 0, 0, 0, 0, 0>}> : (tensor<64x256xbf16>, tensor<32x256xbf16>) -> ()
  return
}

// -----

// gemm-C8: a result for each destination.
func.func @one_result(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %a: tensor<64x32xf32>, %b: tensor<64x32xbf16>) {
  // expected-error @below {{'lowp.gemm' op expected the number of tensor results (1) to be equal to the number of output tensors (2)}}
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%a, %b : tensor<64x32xf32>, tensor<64x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32> epilogue {
  ^bb0(%sum: f32):
    %r = arith.truncf %sum : f32 to bf16
    lowp.epilogue_yield %sum, %r : f32, bf16
  }
  return
}

// -----

// gemm-C16: an epilogue without any operation.
func.func @empty_epilogue(%x: memref<64x256xbf16>, %w: memref<32x256xbf16>, %y: memref<64x32xf32>) {
  // expected-error @below {{'lowp.gemm' op expected an epilogue that yields one 'f32'}}
  lowp.gemm lhs(%x : memref<64x256xbf16>) rhs(%w : memref<32x256xbf16>) outs(%y : memref<64x32xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} epilogue {
  ^bb0(%sum: f32):
  }
  return
}
