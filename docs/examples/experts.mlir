// Eight experts as one batch: a linear layer of each on tokens of its own, with
// weights that are prepared once.
func.func @main(%x: tensor<8x2048x4096xbf16>, %w: tensor<8x14336x4096xbf16> {lowp.parameter}) -> tensor<8x2048x14336xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<8x4096x14336xbf16>
  %t = linalg.transpose ins(%w : tensor<8x14336x4096xbf16>) outs(%e : tensor<8x4096x14336xbf16>) permutation = [0, 2, 1]
  %o = tensor.empty() : tensor<8x2048x14336xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%o : tensor<8x2048x14336xbf16>) -> tensor<8x2048x14336xbf16>
  %r = linalg.batch_matmul ins(%x, %t : tensor<8x2048x4096xbf16>, tensor<8x4096x14336xbf16>) outs(%f : tensor<8x2048x14336xbf16>) -> tensor<8x2048x14336xbf16>
  return %r : tensor<8x2048x14336xbf16>
}
