// The up projection of Llama-8B, y = x . w^T, on any number of rows, in FP8; the weight is
// quantized once.

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

func.func @up(%x: tensor<?x4096xbf16>, %w: tensor<14336x4096xbf16> {lowp.parameter}) -> tensor<?x14336xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x4096xbf16>
  %empty = tensor.empty(%m) : tensor<?x14336xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x14336xbf16>) -> tensor<?x14336xbf16>
  %y = linalg.matmul indexing_maps = [#x, #w, #y]
      {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
      ins(%x, %w : tensor<?x4096xbf16>, tensor<14336x4096xbf16>)
      outs(%init : tensor<?x14336xbf16>) -> tensor<?x14336xbf16>
  return %y : tensor<?x14336xbf16>
}
