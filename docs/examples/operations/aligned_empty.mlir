func.func @f(%x: tensor<?x64xbf16>, %w: tensor<9x64xbf16>, %m: index) -> tensor<?x9xbf16> {
  %e = lowp.aligned_empty(%m) : tensor<?x9xbf16>
  %y = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<9x64xbf16>) outs(%e : tensor<?x9xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    -> tensor<?x9xbf16>
  return %y : tensor<?x9xbf16>
}
