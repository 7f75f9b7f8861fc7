// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=rtx5090 chip=sm_120a min-speedup=2.5 candidates=mxfp8,rowwise,tensorwise" | FileCheck %s --check-prefix=GEFORCE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=rtx-pro-6000 chip=sm_120a min-speedup=2.5" | FileCheck %s --check-prefix=NONE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=rtx5090 chip=sm_120a max-error=1 candidates=mxfp8,mxfp4" | FileCheck %s --check-prefix=FOUR
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=rtx5090 chip=sm_120a candidates=mxfp8_mxfp6,mxfp8" | FileCheck %s --check-prefix=TIE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=rtx5090" | FileCheck %s --check-prefix=TIE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a candidates=mxfp8" | FileCheck %s --check-prefix=NONE

// Parts with one chip choose differently: a GeForce multiplies 8 bits with scales four
// times as fast as bf16, others twice. Fewer bits are faster still where their error is
// allowed, and a chip without such products has no price.
// GEFORCE: lowp.recipe = #lowp.matmul_recipe<mxfp8>
// FOUR: lowp.recipe = #lowp.matmul_recipe<mxfp4>
// NONE-NOT: lowp.recipe
func.func @large(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %y : tensor<8192x8192xbf16>
}

// Fewer bits of the weight gain half a per cent here, which no prediction can tell: the
// wider range is chosen, wherever it stands in the list.
// TIE-LABEL: func.func @nearly
// TIE: lowp.recipe = #lowp.matmul_recipe<mxfp8>
func.func @nearly(%x: tensor<8192x4096xbf16>, %w: tensor<4096x14336xbf16>, %zero: tensor<8192x14336xbf16>) -> tensor<8192x14336xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x14336xbf16>)
    outs(%zero : tensor<8192x14336xbf16>) -> tensor<8192x14336xbf16>
  return %y : tensor<8192x14336xbf16>
}
