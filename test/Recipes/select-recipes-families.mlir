// RUN: lowp-opt %s --lowp-select-recipes="recipe=blockwise_training" | FileCheck %s --check-prefixes=CHECK,BLOCK
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise_with_gw_hp" | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: lowp-opt %s --lowp-select-recipes="recipe='#lowp.training_recipe<forward = <rowwise>, wgrad = <rowwise_grad>>'" | FileCheck %s --check-prefixes=CHECK,TEXT
// RUN: lowp-opt %s --lowp-select-recipes="recipe=nvfp4_training" | FileCheck %s --check-prefixes=CHECK,SIDES
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise_with_gw_hp chip=sm_90a" --remark-policy=all --remarks-filter=lowp-select-recipes -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not lowp-opt %s --lowp-select-recipes="recipe='#lowp.rowwise'" 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not lowp-opt %s --lowp-select-recipes="recipe='#lowp.training_recipe<rows>'" 2>&1 | FileCheck %s --check-prefix=PARSE

// KIND: error: expected option 'recipe' to be auto or one of tensorwise, {{.*}}, nvfp4_training, got '#lowp.rowwise'
// PARSE: error: expected a preset (tensorwise_training, {{.*}}) or each of 'forward', 'dgrad' and 'wgrad' at most once, got 'rows'

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Two layers that share their input; the tokens come in two dimensions, and the
// gradient of the second weight is the other way round.
// CHECK-LABEL: @layers
// BLOCK: linalg.matmul {{.*}}lowp.name = "forward"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "other forward"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "wgrad"{{.*}}#lowp.matmul_recipe<block_1x128_1x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "dgrad"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "turned"{{.*}}#lowp.matmul_recipe<block_1x128_1x128>
// KEPT: linalg.matmul {{.*}}lowp.name = "forward"{{.*}}#lowp.matmul_recipe<rowwise>
// KEPT: linalg.matmul {{.*}}lowp.name = "other forward"{{.*}}#lowp.matmul_recipe<rowwise>
// KEPT: linalg.matmul {{.*}}{lowp.name = "wgrad"}
// KEPT: linalg.matmul {{.*}}lowp.name = "dgrad"{{.*}}#lowp.matmul_recipe<rowwise_with_gw_hp_dgrad>
// KEPT: linalg.matmul {{.*}}{lowp.name = "turned"}
// TEXT: linalg.matmul {{.*}}lowp.name = "forward"{{.*}}#lowp.matmul_recipe<rowwise>
// TEXT: linalg.matmul {{.*}}lowp.name = "other forward"{{.*}}#lowp.matmul_recipe<rowwise>
// TEXT: linalg.matmul {{.*}}lowp.name = "wgrad"{{.*}}#lowp.matmul_recipe<rowwise_grad>
// TEXT: linalg.matmul {{.*}}{lowp.name = "dgrad"}
// TEXT: linalg.matmul {{.*}}lowp.name = "turned"{{.*}}#lowp.matmul_recipe<rowwise_grad>
// The gradient is rounded at random, on whatever side it is.
// SIDES: linalg.matmul {{.*}}lowp.name = "wgrad"{{.*}}#lowp.matmul_recipe<nvfp4_wgrad>
// SIDES: linalg.matmul {{.*}}lowp.name = "dgrad"{{.*}}#lowp.matmul_recipe<nvfp4_dgrad>
// SIDES: linalg.matmul {{.*}}lowp.name = "turned"{{.*}}lhs = <f4E2M1FN, {{.*}}, <transformer_engine>>, rhs = <f4E2M1FN, {{.*}}, <transformer_engine_stochastic>>
// REMARK: recipe-chosen {{.*}}the recipe of all, as forward
// REMARK: no-recipe {{.*}}its family keeps the precision of a wgrad
// REMARK: recipe-chosen {{.*}}the recipe of all, as dgrad
func.func @layers(%x3: tensor<2x64x256xbf16>, %w: tensor<512x256xbf16>, %v: tensor<128x256xbf16>, %dy: tensor<128x512xbf16>,
                  %dz: tensor<128x128xbf16>, %seed: i64 {lowp.seed}, %zy: tensor<128x512xbf16>, %zz: tensor<128x128xbf16>,
                  %zx: tensor<128x256xbf16>, %zw: tensor<512x256xbf16>, %zv: tensor<256x128xbf16>)
    -> (tensor<128x512xbf16>, tensor<128x128xbf16>, tensor<512x256xbf16>, tensor<128x256xbf16>, tensor<256x128xbf16>) {
  %x = tensor.collapse_shape %x3 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.name = "forward"} ins(%x, %w : tensor<128x256xbf16>, tensor<512x256xbf16>)
    outs(%zy : tensor<128x512xbf16>) -> tensor<128x512xbf16>
  %z = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.name = "other forward"} ins(%x, %v : tensor<128x256xbf16>, tensor<128x256xbf16>)
    outs(%zz : tensor<128x128xbf16>) -> tensor<128x128xbf16>
  %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] {lowp.name = "wgrad"} ins(%dy, %x : tensor<128x512xbf16>, tensor<128x256xbf16>)
    outs(%zw : tensor<512x256xbf16>) -> tensor<512x256xbf16>
  %dx = linalg.matmul indexing_maps = [#mk, #kn, #mn] {lowp.name = "dgrad"} ins(%dy, %w : tensor<128x512xbf16>, tensor<512x256xbf16>)
    outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  %xt = tensor.empty() : tensor<256x128xbf16>
  %turned = linalg.transpose ins(%x : tensor<128x256xbf16>) outs(%xt : tensor<256x128xbf16>) permutation = [1, 0]
  %dv = linalg.matmul indexing_maps = [#mk, #kn, #mn] {lowp.name = "turned"} ins(%turned, %dz : tensor<256x128xbf16>, tensor<128x128xbf16>)
    outs(%zv : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  return %y, %z, %dw, %dx, %dv : tensor<128x512xbf16>, tensor<128x128xbf16>, tensor<512x256xbf16>, tensor<128x256xbf16>, tensor<256x128xbf16>
}

// A layer that asks for a family gives it to its gradients; others are as they
// were. The weight is what is marked, though it is on the left.
// RUN: lowp-opt %s --lowp-select-recipes | FileCheck %s --check-prefix=OWN
// OWN-LABEL: @layers
// OWN-NOT: lowp.recipe
// OWN-LABEL: @asked
// OWN: linalg.matmul {{.*}}lowp.name = "forward", lowp.recipe = #lowp.matmul_recipe<lhs = <f8E4M3FN, #lowp.block<128x128>, <torchao>>, rhs = <f8E4M3FN, #lowp.block<1x128>, <torchao>>>
// OWN: linalg.matmul {{.*}}lowp.name = "dgrad", lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>
// OWN: linalg.matmul {{.*}}{lowp.name = "other"}
func.func @asked(%a: tensor<256x128xbf16>, %w: tensor<512x256xbf16> {lowp.parameter}, %dy: tensor<128x512xbf16>, %zx: tensor<128x256xbf16>,
                 %zy: tensor<512x128xbf16>, %zo: tensor<128x128xbf16>)
    -> (tensor<512x128xbf16>, tensor<128x256xbf16>, tensor<128x128xbf16>) {
  %e = tensor.empty() : tensor<256x128xbf16>
  %x = linalg.exp ins(%a : tensor<256x128xbf16>) outs(%e : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  %y = linalg.matmul {lowp.name = "forward", lowp.recipe = #lowp.training_recipe<blockwise_training>}
    ins(%w, %x : tensor<512x256xbf16>, tensor<256x128xbf16>) outs(%zy : tensor<512x128xbf16>) -> tensor<512x128xbf16>
  %dx = linalg.matmul indexing_maps = [#mk, #kn, #mn] {lowp.name = "dgrad"} ins(%dy, %w : tensor<128x512xbf16>, tensor<512x256xbf16>)
    outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  %o = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.name = "other"} ins(%dy, %dy : tensor<128x512xbf16>, tensor<128x512xbf16>)
    outs(%zo : tensor<128x128xbf16>) -> tensor<128x128xbf16>
  return %y, %dx, %o : tensor<512x128xbf16>, tensor<128x256xbf16>, tensor<128x128xbf16>
}
