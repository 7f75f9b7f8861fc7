// Which matmul of a layer is which, where the program says so, and where nothing
// tells.
// RUN: lowp-opt %s --lowp-select-recipes="recipe=blockwise_training" --split-input-file 2>&1 | FileCheck %s --check-prefixes=CHECK,BLOCK
// RUN: lowp-opt %s --lowp-select-recipes="recipe=blockwise" --split-input-file 2>&1 | FileCheck %s --check-prefixes=CHECK,BLOCK
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise_with_gw_hp" --split-input-file 2>&1 | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: lowp-opt %s --lowp-select-recipes="recipe=nvfp4_training" --split-input-file 2>&1 | FileCheck %s --check-prefixes=CHECK,SIDES
// RUN: lowp-opt %s --lowp-select-recipes="recipe=mxfp8_training" --split-input-file 2>&1 | FileCheck %s --check-prefix=UNIFORM
// RUN: lowp-opt %s --lowp-select-recipes="recipe=blockwise_training" --split-input-file --remark-policy=all \
// RUN:   --remarks-filter=lowp-select-recipes -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// A backward pass that stands alone, and says what its matmuls are.
// CHECK-LABEL: @backward
// BLOCK: linalg.matmul {{.*}}lowp.name = "dw"{{.*}}#lowp.matmul_recipe<block_1x128_1x128>, lowp.role = "wgrad"
// BLOCK: linalg.matmul {{.*}}lowp.name = "dx"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>, lowp.role = "dgrad"
// KEPT: linalg.matmul {{.*}}{lowp.name = "dw", lowp.role = "wgrad"}
// KEPT: linalg.matmul {{.*}}lowp.name = "dx"{{.*}}#lowp.matmul_recipe<rowwise_with_gw_hp_dgrad>, lowp.role = "dgrad"
// SIDES: linalg.matmul {{.*}}lowp.name = "dw"{{.*}}#lowp.matmul_recipe<nvfp4_wgrad>
// SIDES: linalg.matmul {{.*}}lowp.name = "dx"{{.*}}#lowp.matmul_recipe<nvfp4_dgrad>
// REMARK: recipe-chosen {{.*}}the recipe of all, as wgrad
// REMARK: recipe-chosen {{.*}}the recipe of all, as dgrad
func.func @backward(%x: tensor<128x256xbf16>, %w: tensor<512x256xbf16>, %dy: tensor<128x512xbf16>, %seed: i64 {lowp.seed},
                    %zw: tensor<512x256xbf16>, %zx: tensor<128x256xbf16>) -> (tensor<512x256xbf16>, tensor<128x256xbf16>) {
  %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] {lowp.name = "dw", lowp.role = "wgrad"}
    ins(%dy, %x : tensor<128x512xbf16>, tensor<128x256xbf16>) outs(%zw : tensor<512x256xbf16>) -> tensor<512x256xbf16>
  %dx = linalg.matmul {lowp.name = "dx", lowp.role = "dgrad"}
    ins(%dy, %w : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  return %dw, %dx : tensor<512x256xbf16>, tensor<128x256xbf16>
}

// -----

// The same without attributes looks like a layer whose weight is the gradient:
// nothing tells, and a family that needs to know keeps the types.
// REMARK: 2 matmuls keep their types, the first here under recipe 'blockwise_training': its family has another recipe for each role, and dataflow does not tell whether it is a forward matmul, a dgrad or a wgrad: say so by 'lowp.role' on it or on its function, or name its recipe by 'lowp.recipe'
// REMARK-COUNT-2: no-recipe {{.*}}say so by 'lowp.role' on it or on its function, or name its recipe by 'lowp.recipe'
// CHECK-LABEL: @untold
// CHECK-NOT: lowp.recipe
// UNIFORM-LABEL: @untold
// UNIFORM-COUNT-2: #lowp.matmul_recipe<mxfp8>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @untold(%x: tensor<128x256xbf16>, %w: tensor<512x256xbf16>, %dy: tensor<128x512xbf16>, %seed: i64 {lowp.seed},
                  %zw: tensor<512x256xbf16>, %zx: tensor<128x256xbf16>) -> (tensor<512x256xbf16>, tensor<128x256xbf16>) {
  %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] ins(%dy, %x : tensor<128x512xbf16>, tensor<128x256xbf16>)
    outs(%zw : tensor<512x256xbf16>) -> tensor<512x256xbf16>
  %dx = linalg.matmul ins(%dy, %w : tensor<128x512xbf16>, tensor<512x256xbf16>)
    outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  return %dw, %dx : tensor<512x256xbf16>, tensor<128x256xbf16>
}

// -----

// A function says it for all of its matmuls, and one of them otherwise. What the
// forward matmul says ties the gradients to it.
// CHECK-LABEL: @default
// BLOCK: linalg.matmul {{.*}}lowp.name = "y"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "z"{{.*}}#lowp.matmul_recipe<block_1x128_1x128>
// CHECK-LABEL: @tied
// BLOCK: linalg.matmul {{.*}}lowp.name = "y"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "dx"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// KEPT: linalg.matmul {{.*}}lowp.name = "dx"{{.*}}#lowp.matmul_recipe<rowwise_with_gw_hp_dgrad>
#nk = affine_map<(m, n, k) -> (n, k)>
#mk = affine_map<(m, n, k) -> (m, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @default(%x: tensor<128x256xbf16>, %w: tensor<256x512xbf16>, %v: tensor<512x256xbf16>, %seed: i64 {lowp.seed},
                   %zy: tensor<128x512xbf16>, %zz: tensor<128x256xbf16>) -> tensor<128x256xbf16> attributes {lowp.role = "forward"} {
  %y = linalg.matmul {lowp.name = "y"} ins(%x, %w : tensor<128x256xbf16>, tensor<256x512xbf16>)
    outs(%zy : tensor<128x512xbf16>) -> tensor<128x512xbf16>
  %z = linalg.matmul {lowp.name = "z", lowp.role = "wgrad"} ins(%y, %v : tensor<128x512xbf16>, tensor<512x256xbf16>)
    outs(%zz : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  return %z : tensor<128x256xbf16>
}
func.func @tied(%x: tensor<128x256xbf16>, %w: tensor<256x512xbf16>, %dy: tensor<128x512xbf16>, %seed: i64 {lowp.seed},
                %zy: tensor<128x512xbf16>, %zx: tensor<128x256xbf16>) -> (tensor<128x512xbf16>, tensor<128x256xbf16>) {
  %y = linalg.matmul {lowp.name = "y", lowp.role = "forward"} ins(%x, %w : tensor<128x256xbf16>, tensor<256x512xbf16>)
    outs(%zy : tensor<128x512xbf16>) -> tensor<128x512xbf16>
  %dx = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.name = "dx"} ins(%dy, %w : tensor<128x512xbf16>, tensor<256x512xbf16>)
    outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  return %y, %dx : tensor<128x512xbf16>, tensor<128x256xbf16>
}

// -----

// The gradient depends on what the forward matmul computes: nothing but a forward
// matmul comes first then, also through a loop. What is alone is a forward matmul
// where others have gradients. A gradient that is shared tells of the third
// matmul, though it reads a copy of the activations.
// CHECK-LABEL: @dependent
// BLOCK: linalg.matmul {{.*}}lowp.name = "y"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "dx"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "dw"{{.*}}#lowp.matmul_recipe<block_1x128_1x128>
// BLOCK: linalg.matmul {{.*}}lowp.name = "alone"{{.*}}#lowp.matmul_recipe<block_1x128_128x128>
// KEPT: linalg.matmul {{.*}}{lowp.name = "dw"}
// KEPT: linalg.matmul {{.*}}lowp.name = "alone"{{.*}}#lowp.matmul_recipe<rowwise>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mk = affine_map<(m, n, k) -> (m, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @dependent(%x: tensor<128x256xbf16>, %w: tensor<256x512xbf16>, %v: tensor<64x64xbf16>, %seed: i64 {lowp.seed},
                     %n: index, %zy: tensor<128x512xbf16>, %zx: tensor<128x256xbf16>, %zw: tensor<256x512xbf16>, %zv: tensor<64x64xbf16>)
    -> (tensor<128x256xbf16>, tensor<256x512xbf16>, tensor<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = linalg.matmul {lowp.name = "y"} ins(%x, %w : tensor<128x256xbf16>, tensor<256x512xbf16>)
    outs(%zy : tensor<128x512xbf16>) -> tensor<128x512xbf16>
  %dy = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<128x512xbf16> {
    %b = linalg.exp ins(%a : tensor<128x512xbf16>) outs(%zy : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    scf.yield %b : tensor<128x512xbf16>
  }
  %dx = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.name = "dx"} ins(%dy, %w : tensor<128x512xbf16>, tensor<256x512xbf16>)
    outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  %again = linalg.exp ins(%x : tensor<128x256xbf16>) outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] {lowp.name = "dw"} ins(%again, %dy : tensor<128x256xbf16>, tensor<128x512xbf16>)
    outs(%zw : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %alone = linalg.matmul {lowp.name = "alone"} ins(%v, %v : tensor<64x64xbf16>, tensor<64x64xbf16>)
    outs(%zv : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %dx, %dw, %alone : tensor<128x256xbf16>, tensor<256x512xbf16>, tensor<64x64xbf16>
}

// -----

// The gradient is on the right: a dgrad that reads it, too, tells so. Batches
// have roles as matrices have.
// CHECK-LABEL: @right
// SIDES: linalg.matmul {{.*}}lowp.name = "dw"{{.*}}lhs = <f4E2M1FN, {{.*}}, <transformer_engine>>, rhs = <f4E2M1FN, {{.*}}, <transformer_engine_stochastic>>
// SIDES: linalg.matmul {{.*}}lowp.name = "dx"{{.*}}#lowp.matmul_recipe<nvfp4_dgrad>
// CHECK-LABEL: @batch
// BLOCK: linalg.batch_matmul {{.*}}#lowp.matmul_recipe<block_1x128_1x128>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mk = affine_map<(m, n, k) -> (m, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @right(%x: tensor<128x256xbf16>, %w: tensor<256x512xbf16>, %dy: tensor<128x512xbf16>, %seed: i64 {lowp.seed},
                 %zw: tensor<256x512xbf16>, %zx: tensor<128x256xbf16>) -> (tensor<256x512xbf16>, tensor<128x256xbf16>) {
  %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] {lowp.name = "dw", lowp.role = "wgrad"}
    ins(%x, %dy : tensor<128x256xbf16>, tensor<128x512xbf16>) outs(%zw : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %dx = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.name = "dx", lowp.role = "dgrad"}
    ins(%dy, %w : tensor<128x512xbf16>, tensor<256x512xbf16>) outs(%zx : tensor<128x256xbf16>) -> tensor<128x256xbf16>
  return %dw, %dx : tensor<256x512xbf16>, tensor<128x256xbf16>
}
func.func @batch(%a: tensor<4x128x256xbf16>, %b: tensor<4x256x512xbf16>, %seed: i64 {lowp.seed}, %z: tensor<4x128x512xbf16>) -> tensor<4x128x512xbf16> {
  %y = linalg.batch_matmul {lowp.role = "wgrad"} ins(%a, %b : tensor<4x128x256xbf16>, tensor<4x256x512xbf16>)
    outs(%z : tensor<4x128x512xbf16>) -> tensor<4x128x512xbf16>
  return %y : tensor<4x128x512xbf16>
}
