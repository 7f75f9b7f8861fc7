// RUN: lowp-opt %s --split-input-file --lowp-apply-recipes --verify-diagnostics

func.func @not_a_recipe(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error@below {{expected 'lowp.recipe' to be a #lowp.matmul_recipe or #lowp.training_recipe, got "rowwise"}}
  %y = linalg.matmul {lowp.recipe = "rowwise"}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

func.func @not_a_matmul(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>) -> tensor<64x256xbf16> {
  // expected-error@below {{cannot take its recipe: expected linalg.matmul, or sums of products of tensors of floats, got linalg.add}}
  %z = linalg.add {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %x : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%y : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  return %z : tensor<64x256xbf16>
}

// -----

// Each matrix of a batch has a seed of its own.
func.func @unknown_seeds(%x: tensor<?x64x256xbf16>, %w: tensor<?x256x32xbf16>, %init: tensor<?x64x32xf32>, %seed: i64 {lowp.seed}) -> tensor<?x64x32xf32> {
  // expected-error@below {{cannot take its recipe: expected a known number of matrices, which each have a seed}}
  %y = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>}
    ins(%x, %w : tensor<?x64x256xbf16>, tensor<?x256x32xbf16>) outs(%init : tensor<?x64x32xf32>) -> tensor<?x64x32xf32>
  return %y : tensor<?x64x32xf32>
}

// -----

#v = affine_map<(m, n, p, k) -> (m, k)>
#u = affine_map<(m, n, p, k) -> (k, n, p)>
#t = affine_map<(m, n, p, k) -> (m, n, p)>
func.func @two_columns(%x: tensor<64x256xf32>, %w: tensor<256x4x8xf32>, %init: tensor<64x4x8xf32>) -> tensor<64x4x8xf32> {
  // expected-error@below {{cannot take its recipe: expected one dimension each of M, N and K, and of a batch at most}}
  %y = linalg.generic {indexing_maps = [#v, #u, #t], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<64x256xf32>, tensor<256x4x8xf32>) outs(%init : tensor<64x4x8xf32>) attrs = {lowp.recipe = #lowp.matmul_recipe<rowwise>} {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x4x8xf32>
  return %y : tensor<64x4x8xf32>
}

// -----

func.func @wrong_type(%x: tensor<64x256xf64>, %w: tensor<256x32xf64>, %init: tensor<64x32xf64>) -> tensor<64x32xf64> {
  // expected-error@below {{cannot take its recipe: expected tensors of f32, bf16 or f16, got tensor<64x256xf64>}}
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<64x256xf64>, tensor<256x32xf64>) outs(%init : tensor<64x32xf64>) -> tensor<64x32xf64>
  return %y : tensor<64x32xf64>
}

// -----

// More would overflow in the sizes of padded scales.
func.func @huge(%x: tensor<256x9223372036854775807xf32>, %w: tensor<9223372036854775807x32xf32>, %init: tensor<256x32xf32>) -> tensor<256x32xf32> {
  // expected-error@below {{cannot take its recipe: expected tensors of at most 2^48 elements, got tensor<256x9223372036854775807xf32>}}
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<mxfp6>}
    ins(%x, %w : tensor<256x9223372036854775807xf32>, tensor<9223372036854775807x32xf32>) outs(%init : tensor<256x32xf32>) -> tensor<256x32xf32>
  return %y : tensor<256x32xf32>
}

// -----

func.func @buffers(%x: memref<64x256xf32>, %w: memref<256x32xf32>, %init: memref<64x32xf32>) {
  // expected-error@below {{cannot take its recipe: expected tensors of f32, bf16 or f16, got memref<64x256xf32>}}
  linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : memref<64x256xf32>, memref<256x32xf32>) outs(%init : memref<64x32xf32>)
  return
}

// -----

#x = affine_map<(m, n, k) -> (k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @broadcast(%x: tensor<256xf32>, %w: tensor<256x32xf32>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error@below {{cannot take its recipe: expected tensors of f32, bf16 or f16, got tensor<256xf32>}}
  %y = linalg.matmul indexing_maps = [#x, #w, #y] {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<256xf32>, tensor<256x32xf32>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

func.func @family(%x: tensor<64x256xbf16>, %w: tensor<256x256xbf16>, %zero: tensor<64x256xbf16>) -> tensor<64x256xbf16> {
  // expected-error @+1 {{expected a #lowp.matmul_recipe, which lowp-select-recipes gives to each matmul, got #lowp.training_recipe<rowwise_training>}}
  %y = linalg.matmul {lowp.recipe = #lowp.training_recipe<rowwise_training>} ins(%x, %w : tensor<64x256xbf16>, tensor<256x256xbf16>)
    outs(%zero : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  return %y : tensor<64x256xbf16>
}
