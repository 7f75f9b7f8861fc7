// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_100a candidates=block_1x128_128x128,block_1x128_1x128" --remarks-filter=lowp-select-recipes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_100a candidates=mxfp8,rowwise" --remarks-filter=lowp-select-recipes --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: lowp-opt %s --lowp-explain="chip=sm_100a max-error=0.15" -o /dev/null | FileCheck %s --check-prefix=TABLE

// Where products take scales, those of blocks that a recipe makes are powers of two, at the price of these. Groups of rows have kernels
// with such scales, too.
// BLOCKS-COUNT-2: 8192x8192x4096{{.*}}: block_1x128_128x128, {{.*}}; rejected: block_1x128_1x128 ({{[0-9.]+}} us)
// BLOCKS: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
// BLOCKS: lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
// CHECK-COUNT-2: rejected: {{(mxfp8|rowwise)}} ({{[0-9.]+}} us)
// CHECK: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<{{(mxfp8|rowwise)}}>}
// CHECK: lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<{{(mxfp8|rowwise)}}>}
// TABLE-COUNT-2: 8192x8192x4096 {{ *}}mxfp4 {{ *}}{{[0-9.]+}}
func.func @layers(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %u: tensor<8x8192x4096xbf16> {lowp.parameter}, %ends: tensor<8xi32>,
                  %zero: tensor<8192x8192xbf16>) -> (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) {
  %dense = linalg.matmul ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>) outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  %groups = lowp.grouped_matmul %x, %u ends(%ends : tensor<8xi32>) : tensor<8192x4096xbf16>, tensor<8x8192x4096xbf16> -> tensor<8192x8192xbf16>
  return %dense, %groups : tensor<8192x8192xbf16>, tensor<8192x8192xbf16>
}
