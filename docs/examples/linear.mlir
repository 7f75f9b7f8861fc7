// A linear layer, y = x . w^T, on any number of rows, in FP8: a scale per 128
// elements of x and per 128 x 128 tile of w.

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

func.func @linear(%x: tensor<?x512xbf16>, %w: tensor<256x512xbf16>) -> tensor<?x256xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x512xbf16>
  %empty = tensor.empty(%m) : tensor<?x256xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x256xbf16>) -> tensor<?x256xbf16>
  %y = linalg.matmul indexing_maps = [#x, #w, #y]
      {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
      ins(%x, %w : tensor<?x512xbf16>, tensor<256x512xbf16>)
      outs(%init : tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}
