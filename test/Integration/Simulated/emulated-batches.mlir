// REQUIRES: ptxas
// Batches of formats that the chip does not multiply: each matrix is widened, blocks of 16 go apart, also of a K that only the call knows.
// RUN: %run_ptx lowp-run %s --device=gpu --chip=sm_90a --allow-emulation --check --tolerance=1e-6 --shape argument2.2=80 --shape argument3.2=80

!x = !lowp.scaled<2x40x96xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
!w = !lowp.scaled<2x24x96xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense>
!tokens = !lowp.scaled<2x40x?xf4E2M1FN, #lowp.nvfp4<1x16>>
!weights = !lowp.scaled<2x24x?xf8E4M3FN, #lowp.mx<1x32>>
func.func @main(%x: tensor<2x40x96xbf16>, %w: tensor<2x24x96xbf16>, %t: tensor<2x40x?xbf16>, %v: tensor<2x24x?xbf16>)
    -> (tensor<2x40x24xf32>, tensor<2x40x24xf32>) {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<2x40x96xbf16> -> !x
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<2x24x96xbf16> -> !w
  %y = lowp.scaled_matmul %a, %b : !x, !w -> tensor<2x40x24xf32>
  %tokens = lowp.quantize %t numerics <transformer_engine> : tensor<2x40x?xbf16> -> !tokens
  %weights = lowp.quantize %v numerics <mx_rceil> : tensor<2x24x?xbf16> -> !weights
  %z = lowp.scaled_matmul %tokens, %weights : !tokens, !weights -> tensor<2x40x24xf32>
  return %y, %z : tensor<2x40x24xf32>, tensor<2x40x24xf32>
}
