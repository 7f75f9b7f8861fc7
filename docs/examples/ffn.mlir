// The feed-forward layer of a transformer (the sizes are TinyLlama-1.1B's) on
// any number of tokens M:
//
//   down(silu(gate(x)) * up(x))
//
// The code is ordinary linalg on bf16. The attribute lowp.recipe asks for FP8:
// `gate` and `up` with a scale per 128 elements of x and per 128 x 128 tile of
// the weights, `down` with a scale per row of both. x is quantized once for both
// of its matmuls.

#tokens_by_inputs = affine_map<(m, n, k) -> (m, k)>
#outputs_by_inputs = affine_map<(m, n, k) -> (n, k)>
#tokens_by_outputs = affine_map<(m, n, k) -> (m, n)>
#element = affine_map<(m, n) -> (m, n)>

func.func @ffn(%x: tensor<?x2048xbf16>, %w_gate: tensor<5632x2048xbf16>,
               %w_up: tensor<5632x2048xbf16>, %w_down: tensor<2048x5632xbf16>)
    -> tensor<?x2048xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : f32
  %tokens = tensor.dim %x, %c0 : tensor<?x2048xbf16>
  %hidden = tensor.empty(%tokens) : tensor<?x5632xbf16>
  %hidden_zero = linalg.fill ins(%zero : bf16) outs(%hidden : tensor<?x5632xbf16>)
      -> tensor<?x5632xbf16>

  %gate = linalg.matmul
      indexing_maps = [#tokens_by_inputs, #outputs_by_inputs, #tokens_by_outputs]
      {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
      ins(%x, %w_gate : tensor<?x2048xbf16>, tensor<5632x2048xbf16>)
      outs(%hidden_zero : tensor<?x5632xbf16>) -> tensor<?x5632xbf16>
  %up = linalg.matmul
      indexing_maps = [#tokens_by_inputs, #outputs_by_inputs, #tokens_by_outputs]
      {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
      ins(%x, %w_up : tensor<?x2048xbf16>, tensor<5632x2048xbf16>)
      outs(%hidden_zero : tensor<?x5632xbf16>) -> tensor<?x5632xbf16>

  %swiglu = linalg.generic
      {indexing_maps = [#element, #element, #element],
       iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<?x5632xbf16>, tensor<?x5632xbf16>)
      outs(%hidden : tensor<?x5632xbf16>) {
  ^bb0(%g: bf16, %u: bf16, %out: bf16):
    %g32 = arith.extf %g : bf16 to f32
    %u32 = arith.extf %u : bf16 to f32
    %negated = arith.negf %g32 : f32
    %exponential = math.exp %negated : f32
    %denominator = arith.addf %exponential, %one : f32
    %silu = arith.divf %g32, %denominator : f32
    %product = arith.mulf %silu, %u32 : f32
    %result = arith.truncf %product : f32 to bf16
    linalg.yield %result : bf16
  } -> tensor<?x5632xbf16>

  %output = tensor.empty(%tokens) : tensor<?x2048xbf16>
  %output_zero = linalg.fill ins(%zero : bf16) outs(%output : tensor<?x2048xbf16>)
      -> tensor<?x2048xbf16>
  %down = linalg.matmul
      indexing_maps = [#tokens_by_inputs, #outputs_by_inputs, #tokens_by_outputs]
      {lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%swiglu, %w_down : tensor<?x5632xbf16>, tensor<2048x5632xbf16>)
      outs(%output_zero : tensor<?x2048xbf16>) -> tensor<?x2048xbf16>
  return %down : tensor<?x2048xbf16>
}
