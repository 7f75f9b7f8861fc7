// REQUIRES: ptxas
// Scales of 32 and 16 elements that tcgen05.mma takes from tensor memory: the last tiles of M and N and the last block of K are ragged,
// a CTA computes several tiles, and matrices of a batch have a second scale each.
// RUN: split-file %s %t
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %simulate lowp-run %t/mxfp8.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %t/mxfp4.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a LOWP_SIMULATOR_SEED=5 %run_ptx lowp-run %t/nvfp4.mlir --device=gpu --check --tolerance=1e-6

//--- mxfp8.mlir
!mxfp8_a = !lowp.scaled<136x336xf8E4M3FN, #lowp.mx<1x32>>
!mxfp8_b = !lowp.scaled<136x336xf8E5M2, #lowp.mx<1x32>>
func.func @mxfp8(%x: tensor<136x336xbf16>, %w: tensor<136x336xbf16>) -> tensor<136x136xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<136x336xbf16> -> !mxfp8_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x336xbf16> -> !mxfp8_b
  %y = lowp.scaled_matmul %a, %b : !mxfp8_a, !mxfp8_b -> tensor<136x136xf32>
  return %y : tensor<136x136xf32>
}

//--- mxfp4.mlir
!mxfp4_a = !lowp.scaled<131x800xf4E2M1FN, #lowp.mx<1x32>>
!mxfp4_b = !lowp.scaled<136x800xf4E2M1FN, #lowp.mx<1x32>>
func.func @mxfp4(%x: tensor<131x800xbf16>, %w: tensor<136x800xbf16>) -> tensor<131x136xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<131x800xbf16> -> !mxfp4_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x800xbf16> -> !mxfp4_b
  %y = lowp.scaled_matmul %a, %b : !mxfp4_a, !mxfp4_b -> tensor<131x136xf32>
  return %y : tensor<131x136xf32>
}

//--- nvfp4.mlir
!nvfp4_a = !lowp.scaled<2x130x352xf4E2M1FN, #lowp.nvfp4<1x16>>
!nvfp4_b = !lowp.scaled<2x136x352xf4E2M1FN, #lowp.nvfp4<1x16>>
func.func @nvfp4(%x: tensor<2x130x352xbf16>, %w: tensor<2x136x352xbf16>) -> tensor<2x130x136xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<2x130x352xbf16> -> !nvfp4_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<2x136x352xbf16> -> !nvfp4_b
  %y = lowp.scaled_matmul %a, %b : !nvfp4_a, !nvfp4_b -> tensor<2x130x136xf32>
  return %y : tensor<2x130x136xf32>
}
