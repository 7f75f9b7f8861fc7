// REQUIRES: ptxas
// Tiles of more than 128 columns, and of a quarter or half of an atom of scales: sums beside scales in tensor memory, two places of them that
// overlap, sets of scales for each stage of the ring or two that alternate, tiles that begin within an atom, N subtiles of 64 and of 32
// columns, and stores that take turns.
// A CTA computes several tiles, of more blocks of K than there are stages, with ragged ends.
// DEFINE: %{run} = env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run --device=gpu --check --tolerance=4e-3
// RUN: split-file %s %t
// RUN: %{run} %t/sample.mlir --function=mxfp8_192
// RUN: env LOWP_SIMULATOR_SEED=5 %{run} %t/sample.mlir --function=nvfp4_overlap
// RUN: %if long %{ %{run} %t/sample.mlir --function=mxfp8_32 %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=nvfp4_alternating %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=mxfp8_224 %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=nvfp4_224 %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=mxfp8_one_place %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=nvfp4_residual %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=mxfp8_few_rows %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=mxfp8_256 %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=mxfp8_64 %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=nvfp4_even_ring %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=nvfp4_256 %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=rowwise_256 %}
// RUN: %if long %{ %{run} %t/tiles.mlir --function=rowwise_224 %}

//--- sample.mlir
!mx_a = !lowp.scaled<132x688xf8E4M3FN, #lowp.mx<1x32>>
!mx_b = !lowp.scaled<200x688xf8E4M3FN, #lowp.mx<1x32>>
!nv_a = !lowp.scaled<260x1072xf4E2M1FN, #lowp.nvfp4<1x16>>
!nv_b = !lowp.scaled<200x1072xf4E2M1FN, #lowp.nvfp4<1x16>>

// The second tile of columns begins at the half of an atom.
func.func @mxfp8_192(%x: tensor<132x688xbf16>, %w: tensor<200x688xbf16>) -> tensor<132x200xbf16> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<132x688xbf16> -> !mx_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<200x688xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [1, 1], stages = 4, group_m = 8, target = {epilogue_stages = 3 : i64, sum_stages = 2 : i64}>}
    : !mx_a, !mx_b -> tensor<132x200xbf16>
  return %y : tensor<132x200xbf16>
}
// Two sets of 48 columns beside two places that share 128, of three tiles.
func.func @nvfp4_overlap(%x: tensor<260x1072xbf16>, %w: tensor<200x1072xbf16>) -> tensor<260x200xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<260x1072xbf16> -> !nv_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<200x1072xbf16> -> !nv_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
    : !nv_a, !nv_b -> tensor<260x200xf32>
  return %y : tensor<260x200xf32>
}
// Tiles begin at each quarter of an atom.
func.func @mxfp8_32(%x: tensor<132x688xbf16>, %w: tensor<200x688xbf16>) -> tensor<132x200xbf16> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<132x688xbf16> -> !mx_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<200x688xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 32, 128], cluster = [1, 1], stages = 4, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !mx_a, !mx_b -> tensor<132x200xbf16>
  return %y : tensor<132x200xbf16>
}

//--- tiles.mlir
!mx_a = !lowp.scaled<260x688xf8E4M3FN, #lowp.mx<1x32>>
!mx_b = !lowp.scaled<392x688xf8E4M3FN, #lowp.mx<1x32>>
!few_a = !lowp.scaled<20x688xf8E4M3FN, #lowp.mx<1x32>>
!nv_a = !lowp.scaled<260x1072xf4E2M1FN, #lowp.nvfp4<1x16>>
!nv_b = !lowp.scaled<392x1072xf4E2M1FN, #lowp.nvfp4<1x16>>
!row_a = !lowp.scaled<260x528xf8E4M3FN, #lowp.rowwise>
!row_b = !lowp.scaled<456x528xf8E4M3FN, #lowp.rowwise>

// Two sets of 48 columns beside 384 of sums, for three stages and for four.
func.func @nvfp4_alternating(%x: tensor<260x1072xbf16>, %w: tensor<392x1072xbf16>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<260x1072xbf16> -> !nv_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<392x1072xbf16> -> !nv_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !nv_a, !nv_b -> tensor<260x392xf32>
  return %y : tensor<260x392xf32>
}
func.func @mxfp8_one_place(%x: tensor<260x688xbf16>, %w: tensor<392x688xbf16>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<260x688xbf16> -> !mx_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<392x688xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 4 : i64, sum_stages = 1 : i64}>}
    : !mx_a, !mx_b -> tensor<260x392xf32>
  return %y : tensor<260x392xf32>
}
func.func @mxfp8_224(%x: tensor<260x688xbf16>, %w: tensor<392x688xbf16>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<260x688xbf16> -> !mx_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<392x688xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 224, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !mx_a, !mx_b -> tensor<260x392xf32>
  return %y : tensor<260x392xf32>
}
func.func @mxfp8_256(%x: tensor<260x688xbf16>, %w: tensor<392x688xbf16>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<260x688xbf16> -> !mx_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<392x688xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 4 : i64, sum_stages = 2 : i64}>}
    : !mx_a, !mx_b -> tensor<260x392xf32>
  return %y : tensor<260x392xf32>
}
func.func @mxfp8_64(%x: tensor<260x688xbf16>, %w: tensor<392x688xbf16>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<260x688xbf16> -> !mx_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<392x688xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 5, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !mx_a, !mx_b -> tensor<260x392xf32>
  return %y : tensor<260x392xf32>
}
// Copies of the lhs have the 20 rows that exist.
func.func @mxfp8_few_rows(%x: tensor<20x688xbf16>, %w: tensor<392x688xbf16>) -> tensor<20x392xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<20x688xbf16> -> !few_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<392x688xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 5, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !few_a, !mx_b -> tensor<20x392xf32>
  return %y : tensor<20x392xf32>
}
func.func @nvfp4_even_ring(%x: tensor<260x1072xbf16>, %w: tensor<392x1072xbf16>) -> tensor<260x392xbf16> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<260x1072xbf16> -> !nv_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<392x1072xbf16> -> !nv_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 256], cluster = [1, 1], stages = 4, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !nv_a, !nv_b -> tensor<260x392xbf16>
  return %y : tensor<260x392xbf16>
}
func.func @nvfp4_256(%x: tensor<260x1072xbf16>, %w: tensor<392x1072xbf16>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<260x1072xbf16> -> !nv_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<392x1072xbf16> -> !nv_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
    : !nv_a, !nv_b -> tensor<260x392xf32>
  return %y : tensor<260x392xf32>
}
func.func @nvfp4_224(%x: tensor<260x1072xbf16>, %w: tensor<392x1072xbf16>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<260x1072xbf16> -> !nv_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<392x1072xbf16> -> !nv_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 224, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
    : !nv_a, !nv_b -> tensor<260x392xf32>
  return %y : tensor<260x392xf32>
}
// N subtiles of 32 columns, of which places share three.
func.func @nvfp4_residual(%x: tensor<260x1072xbf16>, %w: tensor<392x1072xbf16>, %r: tensor<260x392xf32>) -> tensor<260x392xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<260x1072xbf16> -> !nv_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<392x1072xbf16> -> !nv_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
    : !nv_a, !nv_b -> tensor<260x392xf32>
  %z = arith.addf %y, %r : tensor<260x392xf32>
  return %z : tensor<260x392xf32>
}
// Scales of columns of N subtiles; subtiles of 32 columns.
func.func @rowwise_256(%x: tensor<260x528xbf16>, %w: tensor<456x528xbf16>) -> tensor<260x456xbf16> {
  %a = lowp.quantize %x numerics <torchao> : tensor<260x528xbf16> -> !row_a
  %b = lowp.quantize %w numerics <torchao> : tensor<456x528xbf16> -> !row_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 4 : i64, sum_stages = 2 : i64}>}
    : !row_a, !row_b -> tensor<260x456xbf16>
  return %y : tensor<260x456xbf16>
}
func.func @rowwise_224(%x: tensor<260x528xbf16>, %w: tensor<456x528xbf16>) -> tensor<260x456xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<260x528xbf16> -> !row_a
  %b = lowp.quantize %w numerics <torchao> : tensor<456x528xbf16> -> !row_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 224, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
    : !row_a, !row_b -> tensor<260x456xf32>
  return %y : tensor<260x456xf32>
}
