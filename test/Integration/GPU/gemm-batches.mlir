// REQUIRES: cuda-sm90
// Batches with scales, against generic kernels that multiply in f64: each granularity of scales, of both operands or of
// one that is the same for all matrices; ragged rows, columns and K, several tiles of a matrix, sums onto a tensor,
// stores after the next tile, columns that share scales in part, an epilogue.
// RUN: lowp-run %s --function=tiles --device=gpu --check
// RUN: lowp-run %s --function=shared_tokens --device=gpu --check
// RUN: lowp-run %s --function=shared_weight --device=gpu --check
// RUN: lowp-run %s --function=columns --device=gpu --check
// RUN: lowp-run %s --function=rows --device=gpu --check
// RUN: lowp-run %s --function=rows_promoted --device=gpu --check
// RUN: lowp-run %s --function=matrices --device=gpu --check
// RUN: lowp-run %s --function=mixed --device=gpu --check
// RUN: lowp-run %s --function=accumulated --device=gpu --check
// RUN: lowp-run %s --function=overlapped --device=gpu --check
// RUN: lowp-run %s --function=narrow --device=gpu --check
// RUN: lowp-run %s --function=any_number --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=any_number --device=gpu --check --shape M=3
// RUN: lowp-run %s --function=any_sizes --device=gpu --check --shape M=33
// RUN: lowp-run %s --function=any_sizes --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=quantized --device=gpu --check
// RUN: lowp-run %s --function=quantized_rows --device=gpu --check
// RUN: lowp-run %s --function=quantized_matrices --device=gpu --check

!tokens = !lowp.scaled<3x100x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!weights = !lowp.scaled<3x264x400xf8E4M3FN, #lowp.block<128x128>>
func.func @tiles(%a: !tokens, %b: !weights) -> tensor<3x100x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !tokens, !weights -> tensor<3x100x264xbf16>
  return %0 : tensor<3x100x264xbf16>
}

!matrix = !lowp.scaled<67x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func @shared_tokens(%a: !matrix, %b: !weights) -> tensor<3x67x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !matrix, !weights -> tensor<3x67x264xbf16>
  return %0 : tensor<3x67x264xbf16>
}

!weight = !lowp.scaled<264x400xf8E4M3FN, #lowp.block<128x128>>
func.func @shared_weight(%a: !tokens, %b: !weight) -> tensor<3x100x264xf16> {
  %0 = lowp.scaled_matmul %a, %b : !tokens, !weight -> tensor<3x100x264xf16>
  return %0 : tensor<3x100x264xf16>
}

// M is no multiple of 4: scales of each matrix are padded.
!odd = !lowp.scaled<5x33x272xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>
!other = !lowp.scaled<5x136x272xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func @columns(%a: !odd, %b: !other) -> tensor<5x33x136xf32> {
  %0 = lowp.scaled_matmul %a, %b : !odd, !other -> tensor<5x33x136xf32>
  return %0 : tensor<5x33x136xf32>
}

!rows = !lowp.scaled<3x100x400xf8E4M3FN, #lowp.rowwise>
!row_weights = !lowp.scaled<3x264x400xf8E4M3FN, #lowp.rowwise>
func.func @rows(%a: !rows, %b: !row_weights) -> tensor<3x100x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation : !rows, !row_weights -> tensor<3x100x264xbf16>
  return %0 : tensor<3x100x264xbf16>
}

func.func @rows_promoted(%a: !rows, %b: !row_weights) -> tensor<3x100x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>} : !rows, !row_weights -> tensor<3x100x264xbf16>
  return %0 : tensor<3x100x264xbf16>
}

!whole = !lowp.scaled<7x70x400xf8E4M3FN, #lowp.tensorwise>
!whole_weights = !lowp.scaled<7x136x400xf8E4M3FN, #lowp.tensorwise>
func.func @matrices(%a: !whole, %b: !whole_weights) -> tensor<7x70x136xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation : !whole, !whole_weights -> tensor<7x70x136xbf16>
  return %0 : tensor<7x70x136xbf16>
}

// A scale for all matrices, and one for each row of each.
!one = !lowp.scaled<70x400xf8E5M2, #lowp.tensorwise>
func.func @mixed(%a: !one, %b: !row_weights) -> tensor<3x70x264xf16> {
  %0 = lowp.scaled_matmul %a, %b : !one, !row_weights -> tensor<3x70x264xf16>
  return %0 : tensor<3x70x264xf16>
}

func.func @accumulated(%a: !tokens, %b: !weights, %c: tensor<3x100x264xf32>) -> tensor<3x100x264xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c : !tokens, !weights, tensor<3x100x264xf32> -> tensor<3x100x264xf32>
  return %0 : tensor<3x100x264xf32>
}

// More tiles than multiprocessors, each stored while the next one is multiplied.
!many = !lowp.scaled<40x256x512xf8E4M3FN, #lowp.tensorwise>
func.func @overlapped(%a: !many, %b: !many) -> tensor<40x256x256xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1, overlap_store>} : !many, !many -> tensor<40x256x256xbf16>
  return %0 : tensor<40x256x256xbf16>
}

// Columns of a tile that share scales in part: 96 of 128.
func.func @narrow(%a: !tokens, %b: !weights) -> tensor<3x100x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>} : !tokens, !weights -> tensor<3x100x264xbf16>
  return %0 : tensor<3x100x264xbf16>
}

!any_tokens = !lowp.scaled<?x100x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!any_weights = !lowp.scaled<?x264x400xf8E4M3FN, #lowp.block<128x128>>
func.func @any_number(%a: !any_tokens, %b: !any_weights) -> tensor<?x100x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !any_tokens, !any_weights -> tensor<?x100x264xbf16>
  return %0 : tensor<?x100x264xbf16>
}

// From bf16, with a bias for each expert that the kernel adds.
func.func @quantized(%x: tensor<3x100x400xbf16>, %w: tensor<3x400x264xbf16>, %bias: tensor<3x264xbf16>) -> tensor<3x100x264xbf16> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<3x100x264xf32>
  %start = linalg.fill ins(%zero : f32) outs(%es : tensor<3x100x264xf32>) -> tensor<3x100x264xf32>
  %y = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
    ins(%x, %w : tensor<3x100x400xbf16>, tensor<3x400x264xbf16>) outs(%start : tensor<3x100x264xf32>) -> tensor<3x100x264xf32>
  %er = tensor.empty() : tensor<3x100x264xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, n)>, affine_map<(b, m, n) -> (b, m, n)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%y, %bias : tensor<3x100x264xf32>, tensor<3x264xbf16>) outs(%er : tensor<3x100x264xbf16>) {
  ^bb0(%sum: f32, %b: bf16, %out: bf16):
    %wide = arith.extf %b : bf16 to f32
    %added = arith.addf %sum, %wide : f32
    %rounded = arith.truncf %added : f32 to bf16
    linalg.yield %rounded : bf16
  } -> tensor<3x100x264xbf16>
  return %r : tensor<3x100x264xbf16>
}

// Rows, and whole matrices, that are quantized on the way: 36 rows, so that tiles
// of the quantize lie in two matrices.
func.func @quantized_rows(%x: tensor<3x36x400xbf16>, %w: tensor<3x136x400xbf16>, %sum: tensor<3x36x136xf32>) -> tensor<3x36x136xf32> {
  %y = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<3x36x400xbf16>, tensor<3x136x400xbf16>) outs(%sum : tensor<3x36x136xf32>) -> tensor<3x36x136xf32>
  return %y : tensor<3x36x136xf32>
}

func.func @quantized_matrices(%x: tensor<3x33x400xbf16>, %w: tensor<3x400x136xbf16>, %sum: tensor<3x33x136xf32>) -> tensor<3x33x136xf32> {
  %y = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<tensorwise>}
    ins(%x, %w : tensor<3x33x400xbf16>, tensor<3x400x136xbf16>) outs(%sum : tensor<3x33x136xf32>) -> tensor<3x33x136xf32>
  return %y : tensor<3x33x136xf32>
}

// Rows of each matrix that only the caller knows.
func.func @any_sizes(%x: tensor<3x?x400xbf16>, %b: !weights) -> tensor<3x?x264xbf16> {
  %a = lowp.quantize %x numerics <torchao> : tensor<3x?x400xbf16> -> !lowp.scaled<3x?x400xf8E4M3FN, #lowp.block<1x128>>
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<3x?x400xf8E4M3FN, #lowp.block<1x128>>, !weights -> tensor<3x?x264xbf16>
  return %0 : tensor<3x?x264xbf16>
}
