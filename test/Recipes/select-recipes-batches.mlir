// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise" --remarks-filter=lowp-select-recipes --remark-format=emitRemark 2> %t.txt | FileCheck %s
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a explain-file=-" | FileCheck %s --check-prefix=AUTO
// RUN: lowp-opt %s --lowp-select-recipes="recipe=mxfp8 chip=sm_90a" --remarks-filter=lowp-select-recipes --remark-format=emitRemark 2> %t.mx.txt | FileCheck %s --check-prefix=MX
// RUN: FileCheck %s --input-file=%t.mx.txt --check-prefix=MX-REMARK
// RUN: lowp-opt %s --lowp-select-recipes="recipe=mxfp8 chip=sm_90a allow-emulation" | FileCheck %s --check-prefix=EMULATED

// Experts: all matrices of the batch together have a price.
// CHECK-LABEL: @experts
// CHECK: linalg.batch_matmul {{.*}}lowp.recipe = #lowp.matmul_recipe<rowwise>
// EMULATED-LABEL: @experts
// EMULATED: linalg.batch_matmul {{.*}}lowp.recipe = #lowp.matmul_recipe<mxfp8>
// REMARK-DAG: recipe-chosen {{.*}}rowwise: the recipe of all
// AUTO: experts {{ *}}16 of 4096x4096x4096 {{ *}}{{[a-z0-9_]+}} {{.*}} 1.
// AUTO-LABEL: @experts
// AUTO: lowp.recipe
// No kernel of the chip reads these scales, and formats of batches are not emulated.
// MX-LABEL: @experts
// MX-NOT: lowp.recipe
// MX-REMARK: no-recipe {{.*}}sm_90a has no kernel for {{.*}}f8E8M0FNU
func.func @experts(%x: tensor<16x4096x4096xbf16>, %w: tensor<16x4096x4096xbf16> {lowp.parameter}, %zero: tensor<16x4096x4096xbf16>) -> tensor<16x4096x4096xbf16> {
  %y = linalg.batch_matmul {lowp.name = "experts"} ins(%x, %w : tensor<16x4096x4096xbf16>, tensor<16x4096x4096xbf16>)
    outs(%zero : tensor<16x4096x4096xbf16>) -> tensor<16x4096x4096xbf16>
  return %y : tensor<16x4096x4096xbf16>
}

// Scores of attention: what a recipe for all matmuls is not for; one of their
// own they keep.
// CHECK-LABEL: @scores
// CHECK: linalg.batch_matmul ins
// CHECK: linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
// REMARK-DAG: no-recipe {{.*}}both operands of a batch are computed, none is a weight
// AUTO-LABEL: @scores
// AUTO: linalg.batch_matmul ins
// AUTO: linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<tensorwise>}
func.func @scores(%x: tensor<16x512x512xbf16>, %zero: tensor<16x512x512xbf16>) -> (tensor<16x512x512xbf16>, tensor<16x512x512xbf16>) {
  %e = tensor.empty() : tensor<16x512x512xbf16>
  %q = linalg.exp ins(%x : tensor<16x512x512xbf16>) outs(%e : tensor<16x512x512xbf16>) -> tensor<16x512x512xbf16>
  %y = linalg.batch_matmul ins(%q, %q : tensor<16x512x512xbf16>, tensor<16x512x512xbf16>)
    outs(%zero : tensor<16x512x512xbf16>) -> tensor<16x512x512xbf16>
  %z = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<tensorwise>} ins(%q, %q : tensor<16x512x512xbf16>, tensor<16x512x512xbf16>)
    outs(%zero : tensor<16x512x512xbf16>) -> tensor<16x512x512xbf16>
  return %y, %z : tensor<16x512x512xbf16>, tensor<16x512x512xbf16>
}

// The gradient of experts' weights has no weight; its forward matmul has one.
// CHECK-LABEL: @gradient
// CHECK-COUNT-2: linalg.batch_matmul {{.*}}lowp.recipe
#km = affine_map<(b, m, n, k) -> (b, k, m)>
#kn = affine_map<(b, m, n, k) -> (b, k, n)>
#mn = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @gradient(%a: tensor<4x64x256xbf16>, %w: tensor<4x256x512xbf16>, %zero: tensor<4x64x512xbf16>, %none: tensor<4x256x512xbf16>)
    -> (tensor<4x64x512xbf16>, tensor<4x256x512xbf16>) {
  %e = tensor.empty() : tensor<4x64x256xbf16>
  %x = linalg.exp ins(%a : tensor<4x64x256xbf16>) outs(%e : tensor<4x64x256xbf16>) -> tensor<4x64x256xbf16>
  %y = linalg.batch_matmul ins(%x, %w : tensor<4x64x256xbf16>, tensor<4x256x512xbf16>) outs(%zero : tensor<4x64x512xbf16>) -> tensor<4x64x512xbf16>
  %ey = tensor.empty() : tensor<4x64x512xbf16>
  %dy = linalg.exp ins(%y : tensor<4x64x512xbf16>) outs(%ey : tensor<4x64x512xbf16>) -> tensor<4x64x512xbf16>
  %dw = linalg.batch_matmul indexing_maps = [#km, #kn, #mn] ins(%x, %dy : tensor<4x64x256xbf16>, tensor<4x64x512xbf16>) outs(%none : tensor<4x256x512xbf16>) -> tensor<4x256x512xbf16>
  return %y, %dw : tensor<4x64x512xbf16>, tensor<4x256x512xbf16>
}
