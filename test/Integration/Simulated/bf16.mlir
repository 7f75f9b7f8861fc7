// REQUIRES: ptxas
// Gemms of bf16 of any M, weights as torch and as JAX store them, with a bias and an activation or a number for all elements after the
// sums; a CTA computes several tiles.
// RUN: split-file %s %t
// RUN: %run_ptx lowp-run %t/torch.mlir --device=gpu --check --shape=M=140
// RUN: %run_ptx lowp-run %t/jax.mlir --device=gpu --check --shape=M=140
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/torch.mlir --device=gpu --check --shape=M=140
// RUN: %if long %{ env LOWP_SIMULATOR_CHIP=sm_121a %run_ptx lowp-run %t/jax.mlir --device=gpu --check --shape=M=140 %}

//--- torch.mlir
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
#row = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>

func.func @torch(%x: tensor<?x520xbf16>, %w: tensor<200x520xbf16>, %bias: tensor<200xbf16>) -> tensor<?x200xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x520xbf16>
  %empty = tensor.empty(%m) : tensor<?x200xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x200xbf16>) -> tensor<?x200xbf16>
  %product = linalg.matmul indexing_maps = [#x, #w, #y] ins(%x, %w : tensor<?x520xbf16>, tensor<200x520xbf16>)
      outs(%init : tensor<?x200xbf16>) -> tensor<?x200xbf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<?x200xbf16>, tensor<200xbf16>) outs(%empty : tensor<?x200xbf16>) {
  ^bb0(%p: bf16, %b: bf16, %out: bf16):
    %sum = arith.addf %p, %b : bf16
    %relu = arith.maximumf %sum, %zero : bf16
    linalg.yield %relu : bf16
  } -> tensor<?x200xbf16>
  return %y : tensor<?x200xbf16>
}

//--- jax.mlir
func.func @jax(%x: tensor<?x520xbf16>, %w: tensor<520x200xbf16>, %scale: tensor<f32>) -> tensor<?x200xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x520xbf16>
  %empty = tensor.empty(%m) : tensor<?x200xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x200xf32>) -> tensor<?x200xf32>
  %product = linalg.matmul ins(%x, %w : tensor<?x520xbf16>, tensor<520x200xbf16>) outs(%init : tensor<?x200xf32>) -> tensor<?x200xf32>
  %all = linalg.broadcast ins(%scale : tensor<f32>) outs(%empty : tensor<?x200xf32>) dimensions = [0, 1]
  %y = linalg.mul ins(%product, %all : tensor<?x200xf32>, tensor<?x200xf32>) outs(%empty : tensor<?x200xf32>) -> tensor<?x200xf32>
  return %y : tensor<?x200xf32>
}
