// REQUIRES: ptxas
// Operands of different elements with scales of 32: fp8 beside FP4 in both orders, and FP6, on either side. The last tiles of M and
// N and the last block of K are ragged, and a CTA computes several tiles.
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %simulate lowp-run %s --function=fp8_fp4 --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %simulate lowp-run %s --function=fp4_fp8 --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_121a %simulate lowp-run %s --function=fp6_fp6 --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %simulate lowp-run %s --function=fp6_fp4 --device=gpu --check --tolerance=1e-6

!e4m3 = !lowp.scaled<300x352xf8E4M3FN, #lowp.mx<1x32>>
!e2m1 = !lowp.scaled<200x352xf4E2M1FN, #lowp.mx<1x32>>
func.func @fp8_fp4(%x: tensor<300x352xbf16>, %w: tensor<200x352xbf16>) -> tensor<300x200xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<300x352xbf16> -> !e4m3
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<200x352xbf16> -> !e2m1
  %y = lowp.scaled_matmul %a, %b : !e4m3, !e2m1 -> tensor<300x200xf32>
  return %y : tensor<300x200xf32>
}

!e5m2 = !lowp.scaled<136x608xf8E5M2, #lowp.mx<1x32>>
!rows = !lowp.scaled<131x608xf4E2M1FN, #lowp.mx<1x32>>
func.func @fp4_fp8(%x: tensor<131x608xbf16>, %w: tensor<136x608xbf16>) -> tensor<131x136xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<131x608xbf16> -> !rows
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x608xbf16> -> !e5m2
  %y = lowp.scaled_matmul %a, %b : !rows, !e5m2 -> tensor<131x136xf32>
  return %y : tensor<131x136xf32>
}

!e2m3 = !lowp.scaled<300x336xf6E2M3FN, #lowp.mx<1x32>>
!e3m2 = !lowp.scaled<200x336xf6E3M2FN, #lowp.mx<1x32>>
func.func @fp6_fp6(%x: tensor<300x336xbf16>, %w: tensor<200x336xbf16>) -> tensor<300x200xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<300x336xbf16> -> !e2m3
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<200x336xbf16> -> !e3m2
  %y = lowp.scaled_matmul %a, %b : !e2m3, !e3m2 -> tensor<300x200xf32>
  return %y : tensor<300x200xf32>
}

!tokens = !lowp.scaled<?x352xf6E2M3FN, #lowp.mx<1x32>>
func.func @fp6_fp4(%x: tensor<70x352xbf16>, %w: tensor<200x352xbf16>) -> tensor<70x200xbf16> {
  %any = tensor.cast %x : tensor<70x352xbf16> to tensor<?x352xbf16>
  %a = lowp.quantize %any numerics <mx_rceil> : tensor<?x352xbf16> -> !tokens
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<200x352xbf16> -> !e2m1
  %y = lowp.scaled_matmul %a, %b : !tokens, !e2m1 -> tensor<?x200xbf16>
  %z = tensor.cast %y : tensor<?x200xbf16> to tensor<70x200xbf16>
  return %z : tensor<70x200xbf16>
}
