// REQUIRES: ptxas
// Scales that are factors of sums of mma.sync: of whole matrices, of rows, and of blocks whose partial sums are promoted. The usual
// part of sm_120a multiplies fp8 with scales of one, that of sm_121a without scales.
// RUN: split-file %s %t
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/tensorwise.mlir --device=gpu --check --tolerance=1e-5
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/rowwise.mlir --device=gpu --check --tolerance=1e-5
// RUN: %if long %{ env LOWP_SIMULATOR_CHIP=sm_121a %run_ptx lowp-run %t/rowwise.mlir --device=gpu --check --tolerance=1e-5 %}
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/rows.mlir --device=gpu --check --tolerance=1e-5
// RUN: env LOWP_SIMULATOR_CHIP=sm_121a %run_ptx lowp-run %t/blocks.mlir --device=gpu --check --tolerance=1e-5

//--- tensorwise.mlir
!tensorwise_a = !lowp.scaled<136x528xf8E4M3FN, #lowp.tensorwise>
!tensorwise_b = !lowp.scaled<136x528xf8E4M3FN, #lowp.tensorwise>
func.func @tensorwise(%x: tensor<136x528xbf16>, %w: tensor<136x528xbf16>) -> tensor<136x136xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<136x528xbf16> -> !tensorwise_a
  %b = lowp.quantize %w numerics <torchao> : tensor<136x528xbf16> -> !tensorwise_b
  %y = lowp.scaled_matmul %a, %b : !tensorwise_a, !tensorwise_b -> tensor<136x136xf32>
  return %y : tensor<136x136xf32>
}

//--- rowwise.mlir
!rowwise_a = !lowp.scaled<70x528xf8E4M3FN, #lowp.rowwise>
!rowwise_b = !lowp.scaled<136x528xf8E4M3FN, #lowp.rowwise>
func.func @rowwise(%x: tensor<70x528xbf16>, %w: tensor<136x528xbf16>) -> tensor<70x136xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<70x528xbf16> -> !rowwise_a
  %b = lowp.quantize %w numerics <torchao> : tensor<136x528xbf16> -> !rowwise_b
  %y = lowp.scaled_matmul %a, %b : !rowwise_a, !rowwise_b -> tensor<70x136xf32>
  return %y : tensor<70x136xf32>
}

//--- rows.mlir
!rows_a = !lowp.scaled<130x528xf8E4M3FN, #lowp.block<1x128>>
!rows_b = !lowp.scaled<136x528xf8E4M3FN, #lowp.block<1x128>>
func.func @rows(%x: tensor<130x528xbf16>, %w: tensor<136x528xbf16>) -> tensor<130x136xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<130x528xbf16> -> !rows_a
  %b = lowp.quantize %w numerics <torchao> : tensor<136x528xbf16> -> !rows_b
  %y = lowp.scaled_matmul %a, %b : !rows_a, !rows_b -> tensor<130x136xf32>
  return %y : tensor<130x136xf32>
}

//--- blocks.mlir
!blocks_a = !lowp.scaled<136x528xf8E4M3FN, #lowp.block<1x128>>
!blocks_b = !lowp.scaled<136x528xf8E4M3FN, #lowp.block<128x128>>
func.func @blocks(%x: tensor<136x528xbf16>, %w: tensor<136x528xbf16>) -> tensor<136x136xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<136x528xbf16> -> !blocks_a
  %b = lowp.quantize %w numerics <torchao> : tensor<136x528xbf16> -> !blocks_b
  %y = lowp.scaled_matmul %a, %b : !blocks_a, !blocks_b -> tensor<136x136xf32>
  return %y : tensor<136x136xf32>
}
