// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: lowp-compile %s --chip=sm_120a --emit=ptx -o - | FileCheck %s

#x = affine_map<(b, m, n, k) -> (b, m, k)>
#w = affine_map<(b, m, n, k) -> (b, n, k)>
#y = affine_map<(b, m, n, k) -> (b, m, n)>

// Kernels find no rows of inputs where matrices of a batch have an unknown number
// of rows: the bias is added in a launch of its own.
// CHECK-COUNT-2: .entry
func.func @bias(%a: tensor<4x?x64xbf16>, %w: tensor<4x32x64xbf16>, %bias: tensor<32xbf16>) -> tensor<4x?x32xbf16> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %a, %c1 : tensor<4x?x64xbf16>
  %e = tensor.empty(%m) : tensor<4x?x32xbf16>
  %i = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x?x32xbf16>) -> tensor<4x?x32xbf16>
  %p = linalg.batch_matmul indexing_maps = [#x, #w, #y] ins(%a, %w : tensor<4x?x64xbf16>, tensor<4x32x64xbf16>)
    outs(%i : tensor<4x?x32xbf16>) -> tensor<4x?x32xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (n)>,
      affine_map<(b, m, n) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %bias : tensor<4x?x32xbf16>, tensor<32xbf16>) outs(%e : tensor<4x?x32xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %o: bf16):
    %s = arith.addf %u, %v : bf16
    linalg.yield %s : bf16
  } -> tensor<4x?x32xbf16>
  return %r : tensor<4x?x32xbf16>
}
