// REQUIRES: ptxas
// CTAs of a cluster that split the K of tiles, whose sums lie in tensor memory: of one N subtile of 64 columns and of 128, with scales as
// operands and of rows, of more blocks of K than there are stages, which do not divide evenly. Some of the 128 rows exist.
// DEFINE: %{run} = env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run --device=gpu --check --tolerance=4e-3
// RUN: %{run} %s --function=mxfp8_128
// RUN: env LOWP_SIMULATOR_SEED=5 %{run} %s --function=rowwise_64
// RUN: %if long %{ %{run} %s --function=bf16_64 %}
// RUN: %if long %{ %{run} %s --function=nvfp4_64 %}

!mx_a = !lowp.scaled<20x1168xf8E4M3FN, #lowp.mx<1x32>>
!mx_b = !lowp.scaled<200x1168xf8E4M3FN, #lowp.mx<1x32>>
!nv_a = !lowp.scaled<20x1072xf4E2M1FN, #lowp.nvfp4<1x16>>
!nv_b = !lowp.scaled<200x1072xf4E2M1FN, #lowp.nvfp4<1x16>>
!row_a = !lowp.scaled<132x1168xf8E4M3FN, #lowp.rowwise>
!row_b = !lowp.scaled<200x1168xf8E4M3FN, #lowp.rowwise>

func.func @mxfp8_128(%x: tensor<20x1168xbf16>, %w: tensor<200x1168xbf16>) -> tensor<20x200xbf16> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<20x1168xbf16> -> !mx_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<200x1168xbf16> -> !mx_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, split_k = 2, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !mx_a, !mx_b -> tensor<20x200xbf16>
  return %y : tensor<20x200xbf16>
}
func.func @nvfp4_64(%x: tensor<20x1072xbf16>, %w: tensor<200x1072xbf16>) -> tensor<20x200xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<20x1072xbf16> -> !nv_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<200x1072xbf16> -> !nv_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 256], cluster = [1, 1], stages = 3, group_m = 8, split_k = 4, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !nv_a, !nv_b -> tensor<20x200xf32>
  return %y : tensor<20x200xf32>
}
func.func @rowwise_64(%x: tensor<132x1168xbf16>, %w: tensor<200x1168xbf16>) -> tensor<132x200xbf16> {
  %a = lowp.quantize %x numerics <torchao> : tensor<132x1168xbf16> -> !row_a
  %b = lowp.quantize %w numerics <torchao> : tensor<200x1168xbf16> -> !row_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 3, group_m = 8, split_k = 4, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    : !row_a, !row_b -> tensor<132x200xbf16>
  return %y : tensor<132x200xbf16>
}
#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (n, k)>
#sums = affine_map<(m, n, k) -> (m, n)>
func.func @bf16_64(%x: tensor<132x1168xbf16>, %w: tensor<200x1168xbf16>) -> tensor<132x200xbf16> {
  %zero = arith.constant dense<0.0> : tensor<132x200xbf16>
  %y = linalg.matmul indexing_maps = [#rows, #columns, #sums] {lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, group_m = 8, split_k = 2, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
    ins(%x, %w : tensor<132x1168xbf16>, tensor<200x1168xbf16>) outs(%zero : tensor<132x200xbf16>) -> tensor<132x200xbf16>
  return %y : tensor<132x200xbf16>
}
