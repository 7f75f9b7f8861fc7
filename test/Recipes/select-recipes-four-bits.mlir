// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_120a" --remarks-filter=lowp-select-recipes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=GATED
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_120a max-error=0.15 candidates=mxfp8,nvfp4" | FileCheck %s --check-prefix=NVFP4
// RUN: lowp-opt %s --lowp-explain="chip=sm_120a max-error=0.15" -o /dev/null | FileCheck %s --check-prefix=TABLE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=nvfp4 chip=sm_120a" | FileCheck %s --check-prefix=NVFP4
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a max-error=0.15 candidates=nvfp4" | FileCheck %s --check-prefix=HOPPER

// 4 bits are fastest where the chip multiplies them, and their error is above what auto may add: the remark names the option. NVFP4
// of a weight has tiles, whose scales are repeated for rows: it is priced for a batch and for groups, too.
// GATED: nvfp4 (adds an error of 0.150, max-error is 0.05)
// GATED-NOT: #lowp.matmul_recipe<nvfp4>
// NVFP4-COUNT-3: lowp.recipe = #lowp.matmul_recipe<nvfp4>
// TABLE: nvfp4 ({{[0-9.]+}} us)
// HOPPER-NOT: lowp.recipe
func.func @layers(%x: tensor<4096x1024xbf16>, %w: tensor<1024x2048xbf16>, %b: tensor<8x512x1024xbf16>, %v: tensor<8x1024x2048xbf16> {lowp.parameter},
                  %u: tensor<8x2048x1024xbf16>, %ends: tensor<8xi32>, %zero: tensor<4096x2048xbf16>, %zeros: tensor<8x512x2048xbf16>)
    -> (tensor<4096x2048xbf16>, tensor<8x512x2048xbf16>, tensor<4096x2048xbf16>) {
  %dense = linalg.matmul ins(%x, %w : tensor<4096x1024xbf16>, tensor<1024x2048xbf16>) outs(%zero : tensor<4096x2048xbf16>) -> tensor<4096x2048xbf16>
  %batch = linalg.batch_matmul ins(%b, %v : tensor<8x512x1024xbf16>, tensor<8x1024x2048xbf16>) outs(%zeros : tensor<8x512x2048xbf16>) -> tensor<8x512x2048xbf16>
  %groups = lowp.grouped_matmul %x, %u ends(%ends : tensor<8xi32>) : tensor<4096x1024xbf16>, tensor<8x2048x1024xbf16> -> tensor<4096x2048xbf16>
  return %dense, %batch, %groups : tensor<4096x2048xbf16>, tensor<8x512x2048xbf16>, tensor<4096x2048xbf16>
}
