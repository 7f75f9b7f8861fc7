// REQUIRES: ptxas
// MXFP6, and FP4 beside fp8 in a batch, where the chip multiplies fp8 alone with such scales: elements are widened, scales stay.
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %s --device=gpu --allow-emulation --check --tolerance=1e-6

!x = !lowp.scaled<140x352xf6E2M3FN, #lowp.mx<1x32>>
!w = !lowp.scaled<72x352xf6E3M2FN, #lowp.mx<1x128>>
!tokens = !lowp.scaled<3x40x352xf8E5M2, #lowp.mx<1x32>>
!weights = !lowp.scaled<3x136x352xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
func.func @main(%x: tensor<140x352xbf16>, %w: tensor<72x352xbf16>, %t: tensor<3x40x352xbf16>, %v: tensor<3x136x352xbf16>)
    -> (tensor<140x72xf32>, tensor<3x40x136xf32>) {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<140x352xbf16> -> !x
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<72x352xbf16> -> !w
  %y = lowp.scaled_matmul %a, %b : !x, !w -> tensor<140x72xf32>
  %tokens = lowp.quantize %t numerics <mx_rceil> : tensor<3x40x352xbf16> -> !tokens
  %weights = lowp.quantize %v numerics <mx_rceil> : tensor<3x136x352xbf16> -> !weights
  %z = lowp.scaled_matmul %tokens, %weights : !tokens, !weights -> tensor<3x40x136xf32>
  return %y, %z : tensor<140x72xf32>, tensor<3x40x136xf32>
}
