// REQUIRES: ptxas
// Sums whose parts lie apart in an operand, which is read where it lies: of queries in groups and their tokens, and of f32 in three
// parts, for which the other operand is read three times.
// RUN: split-file %s %t
// RUN: %run_ptx lowp-run %t/groups.mlir --device=gpu --check
// RUN: %run_ptx lowp-run %t/mixed.mlir --device=gpu --check
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %t/groups.mlir --device=gpu --check
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/mixed.mlir --device=gpu --check

//--- groups.mlir
#id = affine_map<(i, j, k) -> (i, j, k)>
#turn = affine_map<(i, j, k) -> (j, i, k)>
#x = affine_map<(m, n, k) -> (k, m)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

func.func @groups(%p: tensor<2x64x48xbf16>, %dy: tensor<64x2x72xbf16>) -> tensor<48x72xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<48x72xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<48x72xf32>) -> tensor<48x72xf32>
  %turned = tensor.empty() : tensor<2x64x72xbf16>
  %g = linalg.transpose ins(%dy : tensor<64x2x72xbf16>) outs(%turned : tensor<2x64x72xbf16>) permutation = [1, 0, 2]
  %lhs = tensor.collapse_shape %p [[0, 1], [2]] : tensor<2x64x48xbf16> into tensor<128x48xbf16>
  %rhs = tensor.collapse_shape %g [[0, 1], [2]] : tensor<2x64x72xbf16> into tensor<128x72xbf16>
  %sum = linalg.matmul indexing_maps = [#x, #w, #y] ins(%lhs, %rhs : tensor<128x48xbf16>, tensor<128x72xbf16>) outs(%init : tensor<48x72xf32>) -> tensor<48x72xf32>
  return %sum : tensor<48x72xf32>
}

//--- mixed.mlir
func.func @mixed(%s: tensor<40x64xf32>, %v: tensor<64x72xbf16>) -> tensor<40x72xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<40x72xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<40x72xf32>) -> tensor<40x72xf32>
  %sum = linalg.matmul ins(%s, %v : tensor<40x64xf32>, tensor<64x72xbf16>) outs(%init : tensor<40x72xf32>) -> tensor<40x72xf32>
  return %sum : tensor<40x72xf32>
}
