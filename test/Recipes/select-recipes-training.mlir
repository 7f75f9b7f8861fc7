// RUN: lowp-opt %s --lowp-explain=part=h200 -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-explain=part=h200 | FileCheck %s --check-prefix=IR

// Forward, dgrad and wgrad of a linear layer share x, w and the gradient; each
// has a price of its own, with the transposes that it reads through.
// CHECK: matmuls, {{[0-9.]+}} us, {{[0-9.]+}} us without recipes
// CHECK: y {{ *}}4096x18432x7168 {{ *}}[[RECIPE:[a-z0-9_]+]] {{.*}} 1.{{[5-9][0-9]}} {{.*}}
// CHECK: dx {{ *}}4096x7168x18432 {{ *}}[[RECIPE]] {{.*}} 1.{{[3-9][0-9]}} {{.*}}
// CHECK: dw {{ *}}18432x7168x4096 {{ *}}{{[a-z0-9_]+}} {{.*}} 1.{{[2-9][0-9]}} {{.*}}
// IR-COUNT-3: lowp.recipe

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @linear(%x: tensor<4096x7168xbf16>, %w: tensor<18432x7168xbf16>, %dy: tensor<4096x18432xbf16>,
                  %zy: tensor<4096x18432xbf16>, %zx: tensor<4096x7168xbf16>, %zw: tensor<18432x7168xbf16>)
    -> (tensor<4096x18432xbf16>, tensor<4096x7168xbf16>, tensor<18432x7168xbf16>) {
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.name = "y"} ins(%x, %w : tensor<4096x7168xbf16>, tensor<18432x7168xbf16>)
    outs(%zy : tensor<4096x18432xbf16>) -> tensor<4096x18432xbf16>
  %dx = linalg.matmul indexing_maps = [#mk, #kn, #mn] {lowp.name = "dx"} ins(%dy, %w : tensor<4096x18432xbf16>, tensor<18432x7168xbf16>)
    outs(%zx : tensor<4096x7168xbf16>) -> tensor<4096x7168xbf16>
  %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] {lowp.name = "dw"} ins(%dy, %x : tensor<4096x18432xbf16>, tensor<4096x7168xbf16>)
    outs(%zw : tensor<18432x7168xbf16>) -> tensor<18432x7168xbf16>
  return %y, %dx, %dw : tensor<4096x18432xbf16>, tensor<4096x7168xbf16>, tensor<18432x7168xbf16>
}
