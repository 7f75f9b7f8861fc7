// REQUIRES: cuda-sm90
// Whole functions: quantization by generic kernels, then the gemm.
// RUN: lowp-run %s --device=gpu --check --shape M=257 --recipe=tensorwise
// RUN: lowp-run %s --device=gpu --check --shape M=257 --recipe=rowwise
// RUN: lowp-run %s --device=gpu --check --shape M=257 --recipe=block_1x128_128x128
// RUN: lowp-run %s --device=gpu --check --shape M=257 --recipe=block_1x128_1x128
// RUN: lowp-run %s --device=gpu --check --shape M=0 --recipe=rowwise

func.func @linear(%x: tensor<?x576xbf16>, %w: tensor<1096x576xbf16>) -> tensor<?x1096xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x576xbf16>
  %empty = tensor.empty(%m) : tensor<?x1096xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x1096xbf16>) -> tensor<?x1096xbf16>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                      affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<?x576xbf16>, tensor<1096x576xbf16>)
    outs(%init : tensor<?x1096xbf16>) -> tensor<?x1096xbf16>
  return %y : tensor<?x1096xbf16>
}
