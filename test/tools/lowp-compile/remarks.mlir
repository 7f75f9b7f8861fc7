// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --remarks 2>&1 | FileCheck %s
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx 2>&1 | count 0

// Decisions are reported at the op they were made for.
// CHECK: remarks.mlir:[[#@LINE+9]]:{{.*}}remark: [Passed] recipe-applied
// CHECK: config-selected {{.*}} about {{[0-9]+}} cycles
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @linear(%x: tensor<256x512xbf16>, %w: tensor<256x512xbf16>) -> tensor<256x256xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<256x256xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %y = linalg.matmul indexing_maps = [#x, #w, #y] {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%init : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}
