// A mixture of experts on any number of tokens T, in FP8 (sizes are small, so that
// it runs on a CPU at once):
//
//   sum over the 2 best of 8 experts e: weight(e) * down_e(silu(gate_e(x)) * up_e(x))
//
// A router scores the experts for each token. `lowp.order_rows` brings the 2 T rows
// into the order of their experts, so that each expert's rows are neighbours, and
// tells where each expert's end: this is data of the device, and nobody waits for
// it. Rows are quantized as they are gathered. Gate and up are one matrix of an
// expert, their columns one after the other. At the end each token finds its rows
// at the places that they were brought to.

#tokens_by_inputs = affine_map<(t, e, k) -> (t, k)>
#experts_by_inputs = affine_map<(t, e, k) -> (e, k)>
#tokens_by_experts = affine_map<(t, e, k) -> (t, e)>
#element = affine_map<(m, n) -> (m, n)>
#token_choice = affine_map<(t, n, j) -> (t, j)>
#token_output = affine_map<(t, n, j) -> (t, n)>

!rows_256 = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
!rows_128 = !lowp.scaled<?x128xf8E4M3FN, #lowp.block<1x128>>
!gate_up = !lowp.scaled<8x256x256xf8E4M3FN, #lowp.block<128x128>>
!down = !lowp.scaled<8x256x128xf8E4M3FN, #lowp.block<128x128>>

func.func @moe(%x: tensor<?x256xbf16>, %w_router: tensor<8x256xbf16>,
               %w_gate_up: tensor<8x256x256xbf16> {lowp.parameter},
               %w_down: tensor<8x256x128xbf16> {lowp.parameter})
    -> tensor<?x256xbf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %t = tensor.dim %x, %c0 : tensor<?x256xbf16>

  // The scores of all experts, and the two best.
  %scores_empty = tensor.empty(%t) : tensor<?x8xf32>
  %scores_zero = linalg.fill ins(%zero : f32) outs(%scores_empty : tensor<?x8xf32>)
      -> tensor<?x8xf32>
  %scores = linalg.matmul
      indexing_maps = [#tokens_by_inputs, #experts_by_inputs, #tokens_by_experts]
      ins(%x, %w_router : tensor<?x256xbf16>, tensor<8x256xbf16>)
      outs(%scores_zero : tensor<?x8xf32>) -> tensor<?x8xf32>
  %best_empty = tensor.empty(%t) : tensor<?x2xf32>
  %best_lowest = linalg.fill ins(%lowest : f32) outs(%best_empty : tensor<?x2xf32>)
      -> tensor<?x2xf32>
  %chosen_empty = tensor.empty(%t) : tensor<?x2xi32>
  %best:2 = tm_tensor.topk dimension(1) ins(%scores : tensor<?x8xf32>)
      outs(%best_lowest, %chosen_empty : tensor<?x2xf32>, tensor<?x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %is_before = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %is_before : i1
  } -> tensor<?x2xf32>, tensor<?x2xi32>

  // Their weights add up to 1: the softmax of two scores.
  %weights_empty = tensor.empty(%t) : tensor<?x2xf32>
  %weights = linalg.generic
      {indexing_maps = [#element], iterator_types = ["parallel", "parallel"]}
      outs(%weights_empty : tensor<?x2xf32>) {
  ^bb0(%o: f32):
    %token = linalg.index 0 : index
    %choice = linalg.index 1 : index
    %c1 = arith.constant 1 : index
    %other = arith.subi %c1, %choice : index
    %mine = tensor.extract %best#0[%token, %choice] : tensor<?x2xf32>
    %theirs = tensor.extract %best#0[%token, %other] : tensor<?x2xf32>
    %difference = arith.subf %theirs, %mine : f32
    %exp = math.exp %difference : f32
    %sum = arith.addf %exp, %one : f32
    %weight = arith.divf %one, %sum : f32
    linalg.yield %weight : f32
  } -> tensor<?x2xf32>

  // Row 2 t + j is choice j of token t. Rows in the order of their experts.
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<?x2xi32> into tensor<?xi32>
  %rows, %places, %ends = lowp.order_rows %ids
      : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  %m = tensor.dim %ids, %c0 : tensor<?xi32>
  %gathered_empty = tensor.empty(%m) : tensor<?x256xbf16>
  %gathered = linalg.generic
      {indexing_maps = [affine_map<(m, n) -> (m)>, #element],
       iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<?xi32>) outs(%gathered_empty : tensor<?x256xbf16>) {
  ^bb0(%row: i32, %o: bf16):
    %number = arith.index_cast %row : i32 to index
    %token = arith.divui %number, %c2 : index
    %column = linalg.index 1 : index
    %value = tensor.extract %x[%token, %column] : tensor<?x256xbf16>
    linalg.yield %value : bf16
  } -> tensor<?x256xbf16>
  %gathered_q = lowp.quantize %gathered numerics <torchao> : tensor<?x256xbf16> -> !rows_256

  // Gate and up of each expert on its rows.
  %w_gate_up_q = lowp.quantize %w_gate_up numerics <torchao> : tensor<8x256x256xbf16> -> !gate_up
  %hidden = lowp.grouped_scaled_matmul %gathered_q, %w_gate_up_q
      ends(%ends : tensor<8xi32>) : !rows_256, !gate_up -> tensor<?x256xbf16>
  %gate = tensor.extract_slice %hidden[0, 0] [%m, 128] [1, 1]
      : tensor<?x256xbf16> to tensor<?x128xbf16>
  %up = tensor.extract_slice %hidden[0, 128] [%m, 128] [1, 1]
      : tensor<?x256xbf16> to tensor<?x128xbf16>
  %swiglu_empty = tensor.empty(%m) : tensor<?x128xbf16>
  %swiglu = linalg.generic
      {indexing_maps = [#element, #element, #element],
       iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<?x128xbf16>, tensor<?x128xbf16>)
      outs(%swiglu_empty : tensor<?x128xbf16>) {
  ^bb0(%g: bf16, %u: bf16, %o: bf16):
    %g_wide = arith.extf %g : bf16 to f32
    %u_wide = arith.extf %u : bf16 to f32
    %negative = arith.negf %g_wide : f32
    %exp = math.exp %negative : f32
    %sum = arith.addf %exp, %one : f32
    %silu = arith.divf %g_wide, %sum : f32
    %product = arith.mulf %silu, %u_wide : f32
    %rounded = arith.truncf %product : f32 to bf16
    linalg.yield %rounded : bf16
  } -> tensor<?x128xbf16>
  %swiglu_q = lowp.quantize %swiglu numerics <torchao> : tensor<?x128xbf16> -> !rows_128

  // Down, and the weighted sum of a token's rows.
  %w_down_q = lowp.quantize %w_down numerics <torchao> : tensor<8x256x128xbf16> -> !down
  %outputs = lowp.grouped_scaled_matmul %swiglu_q, %w_down_q
      ends(%ends : tensor<8xi32>) : !rows_128, !down -> tensor<?x256xbf16>
  %sums_empty = tensor.empty(%t) : tensor<?x256xf32>
  %sums_zero = linalg.fill ins(%zero : f32) outs(%sums_empty : tensor<?x256xf32>)
      -> tensor<?x256xf32>
  %sums = linalg.generic
      {indexing_maps = [#token_choice, #token_output],
       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%weights : tensor<?x2xf32>) outs(%sums_zero : tensor<?x256xf32>) {
  ^bb0(%weight: f32, %so_far: f32):
    %token = linalg.index 0 : index
    %column = linalg.index 1 : index
    %choice = linalg.index 2 : index
    %first = arith.muli %token, %c2 : index
    %row = arith.addi %first, %choice : index
    %place = tensor.extract %places[%row] : tensor<?xi32>
    %at = arith.index_cast %place : i32 to index
    %output = tensor.extract %outputs[%at, %column] : tensor<?x256xbf16>
    %wide = arith.extf %output : bf16 to f32
    %term = arith.mulf %weight, %wide : f32
    %sum = arith.addf %so_far, %term : f32
    linalg.yield %sum : f32
  } -> tensor<?x256xf32>
  %y_empty = tensor.empty(%t) : tensor<?x256xbf16>
  %y = linalg.generic
      {indexing_maps = [#element, #element], iterator_types = ["parallel", "parallel"]}
      ins(%sums : tensor<?x256xf32>) outs(%y_empty : tensor<?x256xbf16>) {
  ^bb0(%sum: f32, %o: bf16):
    %rounded = arith.truncf %sum : f32 to bf16
    linalg.yield %rounded : bf16
  } -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}
