// REQUIRES: ptxas
// Scales of f32 in blocks, by which warps that store promote partial sums out of tensor memory: the last tiles of M and N and the last block
// of K are ragged, a CTA computes several tiles, and a block of K is promoted once or in four slices.
// RUN: split-file %s %t
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a LOWP_SIMULATOR_READ_FENCES=1 %run_ptx lowp-run %t/tiles.mlir --device=gpu --check --tolerance=1e-5
// RUN: env LOWP_SIMULATOR_CHIP=sm_103a LOWP_SIMULATOR_SEED=5 %run_ptx lowp-run %t/rows.mlir --device=gpu --check --tolerance=1e-5
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %t/slices.mlir --device=gpu --check --tolerance=1e-5
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a LOWP_SIMULATOR_READ_FENCES=1 %run_ptx lowp-run %t/pairs.mlir --device=gpu --check --tolerance=1e-5

//--- tiles.mlir
!tiles_a = !lowp.scaled<270x656xf8E4M3FN, #lowp.block<1x128>>
!tiles_b = !lowp.scaled<264x656xf8E4M3FN, #lowp.block<128x128>>
func.func @tiles(%x: tensor<270x656xbf16>, %w: tensor<264x656xbf16>) -> tensor<270x264xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<270x656xbf16> -> !tiles_a
  %b = lowp.quantize %w numerics <torchao> : tensor<264x656xbf16> -> !tiles_b
  %y = lowp.scaled_matmul %a, %b : !tiles_a, !tiles_b -> tensor<270x264xf32>
  return %y : tensor<270x264xf32>
}

//--- rows.mlir
!rows_a = !lowp.scaled<2x130x528xf8E4M3FN, #lowp.block<1x256>>
!rows_b = !lowp.scaled<2x136x528xf8E5M2, #lowp.block<1x128>>
func.func @rows(%x: tensor<2x130x528xbf16>, %w: tensor<2x136x528xbf16>) -> tensor<2x130x136xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<2x130x528xbf16> -> !rows_a
  %b = lowp.quantize %w numerics <torchao> : tensor<2x136x528xbf16> -> !rows_b
  %y = lowp.scaled_matmul %a, %b : !rows_a, !rows_b -> tensor<2x130x136xf32>
  return %y : tensor<2x130x136xf32>
}

//--- slices.mlir
!slices_a = !lowp.scaled<130x400xf8E4M3FN, #lowp.block<1x32>>
!slices_b = !lowp.scaled<136x400xf8E4M3FN, #lowp.block<1x32>>
func.func @slices(%x: tensor<130x400xbf16>, %w: tensor<136x400xbf16>) -> tensor<130x136xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<130x400xbf16> -> !slices_a
  %b = lowp.quantize %w numerics <torchao> : tensor<136x400xbf16> -> !slices_b
  %y = lowp.scaled_matmul %a, %b : !slices_a, !slices_b -> tensor<130x136xf32>
  return %y : tensor<130x136xf32>
}

//--- pairs.mlir
!pairs_a = !lowp.scaled<300x656xf8E4M3FN, #lowp.block<1x128>>
!pairs_b = !lowp.scaled<136x656xf8E4M3FN, #lowp.block<128x128>>
func.func @pairs(%x: tensor<300x656xbf16>, %w: tensor<136x656xbf16>) -> tensor<300x136xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<300x656xbf16> -> !pairs_a
  %b = lowp.quantize %w numerics <torchao> : tensor<136x656xbf16> -> !pairs_b
  %y = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [2, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64, pair}>} : !pairs_a, !pairs_b -> tensor<300x136xf32>
  return %y : tensor<300x136xf32>
}
