// REQUIRES: ptxas
// Operands of different elements with scales of 32: FP4 beside fp8, and beside FP6 of any M. The last tiles of M and N and the last
// block of K are ragged. Rows of FP6 are no multiple of 16 bytes: made here, and given. check_mma_sync.py has all pairs.
// RUN: split-file %s %t
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/fp8_fp4.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/fp6_fp4.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/fp6_any_k.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/fp6_tiles.mlir --device=gpu --check --tolerance=1e-6 --shape=M=90

//--- fp8_fp4.mlir
!e4m3 = !lowp.scaled<131x352xf8E4M3FN, #lowp.mx<1x32>>
!e2m1 = !lowp.scaled<136x352xf4E2M1FN, #lowp.mx<1x32>>
func.func @fp8_fp4(%x: tensor<131x352xbf16>, %w: tensor<136x352xbf16>) -> tensor<131x136xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<131x352xbf16> -> !e4m3
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x352xbf16> -> !e2m1
  %y = lowp.scaled_matmul %a, %b : !e4m3, !e2m1 -> tensor<131x136xf32>
  return %y : tensor<131x136xf32>
}

//--- fp6_fp4.mlir
!fp6_fp4_e2m1 = !lowp.scaled<136x352xf4E2M1FN, #lowp.mx<1x32>>
!tokens = !lowp.scaled<?x352xf6E2M3FN, #lowp.mx<1x32>>
func.func @fp6_fp4(%x: tensor<70x352xbf16>, %w: tensor<136x352xbf16>) -> tensor<70x136xbf16> {
  %any = tensor.cast %x : tensor<70x352xbf16> to tensor<?x352xbf16>
  %a = lowp.quantize %any numerics <mx_rceil> : tensor<?x352xbf16> -> !tokens
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x352xbf16> -> !fp6_fp4_e2m1
  %y = lowp.scaled_matmul %a, %b : !tokens, !fp6_fp4_e2m1 -> tensor<?x136xbf16>
  %z = tensor.cast %y : tensor<?x136xbf16> to tensor<70x136xbf16>
  return %z : tensor<70x136xbf16>
}

//--- fp6_any_k.mlir
!made = !lowp.scaled<70x41xf6E2M3FN, #lowp.mx<1x32>>
!given = !lowp.scaled<72x41xf6E3M2FN, #lowp.mx<1x32>>
func.func @fp6_any_k(%x: tensor<70x41xbf16>, %w: tensor<72x41xf6E3M2FN>, %s: tensor<72x2xf8E8M0FNU>) -> tensor<70x72xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<70x41xbf16> -> !made
  %b = lowp.make_scaled %w, %s : tensor<72x41xf6E3M2FN>, tensor<72x2xf8E8M0FNU> -> !given
  %y = lowp.scaled_matmul %a, %b : !made, !given -> tensor<70x72xf32>
  return %y : tensor<70x72xf32>
}

//--- fp6_tiles.mlir
// Scales of tiles are repeated; K is known to the call alone.
!rows = !lowp.scaled<70x?xf6E2M3FN, #lowp.mx<1x32>>
!tiles = !lowp.scaled<72x?xf6E2M3FN, #lowp.mx<32x32>>
func.func @fp6_tiles(%x: tensor<70x?xbf16>, %w: tensor<72x?xbf16>) -> tensor<70x72xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<70x?xbf16> -> !rows
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<72x?xbf16> -> !tiles
  %y = lowp.scaled_matmul %a, %b : !rows, !tiles -> tensor<70x72xf32>
  return %y : tensor<70x72xf32>
}
