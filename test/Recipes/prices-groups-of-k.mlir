// Groups of K have the kernels of theirs, whose stores do not overlap, and blocks of scales of groups that are spread out.
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200" | FileCheck %s
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200 candidates=block_1x128_1x128" | FileCheck %s --check-prefix=COLUMNS
// A scale for each row of a group is as fast as one for all of it, and finer.
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200 candidates=rowwise,tensorwise" | FileCheck %s --check-prefix=ROWS
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_120a max-error=0.2 candidates=mxfp8,mxfp4" | FileCheck %s --check-prefix=NARROW
// Sums in tensor memory are not promoted, and nobody refines blocks of groups: the gemm keeps its type, which has a kernel.
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_100a candidates=block_1x128_1x128,block_1x128_128x128" | FileCheck %s --check-prefix=KEPT --implicit-check-not=lowp.recipe
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_100a candidates=mxfp8" | FileCheck %s --check-prefix=TENSOR

// KEPT-COUNT-2: lowp.grouped_matmul
// TENSOR: {lowp.recipe = #lowp.matmul_recipe<mxfp8>}

// NARROW-COUNT-2: {lowp.recipe = #lowp.matmul_recipe<mxfp4>}

// CHECK-LABEL: func.func @four(
// CHECK:         {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
// ROWS-LABEL: func.func @four(
// ROWS:         {lowp.recipe = #lowp.matmul_recipe<rowwise>}
// COLUMNS-LABEL: func.func @four(
// COLUMNS:         {lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>}
func.func @four(%g: tensor<8192x16640xbf16>, %x: tensor<5120x16640xbf16>, %ends: tensor<4xi32>) -> tensor<4x8192x5120xbf16> {
  %0 = lowp.grouped_matmul %g, %x ends(%ends : tensor<4xi32>) : tensor<8192x16640xbf16>, tensor<5120x16640xbf16> -> tensor<4x8192x5120xbf16>
  return %0 : tensor<4x8192x5120xbf16>
}

// CHECK-LABEL: func.func @many(
// CHECK:         {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
// ROWS-LABEL: func.func @many(
// ROWS:         {lowp.recipe = #lowp.matmul_recipe<rowwise>}
// COLUMNS-LABEL: func.func @many(
// COLUMNS-NOT:     lowp.recipe
func.func @many(%g: tensor<8192x16640xbf16>, %x: tensor<5120x16640xbf16>, %ends: tensor<64xi32>) -> tensor<64x8192x5120xbf16> {
  %0 = lowp.grouped_matmul %g, %x ends(%ends : tensor<64xi32>) : tensor<8192x16640xbf16>, tensor<5120x16640xbf16> -> tensor<64x8192x5120xbf16>
  return %0 : tensor<64x8192x5120xbf16>
}
