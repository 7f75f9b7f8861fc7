// REQUIRES: ptxas
// On chips whose warps multiply: rows that begin where TMA cannot write, a batch that shares a weight with scales as operands, and
// operands whose rows are neighbours, added to what was there.
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %simulate lowp-run %s --device=gpu --check --tolerance=1e-2

#rows = affine_map<(m, n, k) -> (k, m)>
#columns = affine_map<(m, n, k) -> (k, n)>
#k_major = affine_map<(m, n, k) -> (m, k)>
#weights = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>
#row = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>

!tokens = !lowp.scaled<3x70x352xf8E4M3FN, #lowp.mx<1x32>>
!weight = !lowp.scaled<136x352xf8E5M2, #lowp.mx<1x32>>
func.func @main(%x: tensor<70x200xbf16>, %w: tensor<131x200xbf16>, %bias: tensor<131xbf16>, %t: tensor<3x70x352xbf16>,
                %v: tensor<136x352xbf16>, %a: tensor<200x72xbf16>, %b: tensor<200x136xbf16>, %sums: tensor<72x136xf32>)
    -> (tensor<70x131xbf16>, tensor<3x70x136xbf16>, tensor<72x136xf32>) {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<70x131xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<70x131xbf16>) -> tensor<70x131xbf16>
  %product = linalg.matmul indexing_maps = [#k_major, #weights, #result] ins(%x, %w : tensor<70x200xbf16>, tensor<131x200xbf16>)
      outs(%init : tensor<70x131xbf16>) -> tensor<70x131xbf16>
  %odd = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<70x131xbf16>, tensor<131xbf16>) outs(%empty : tensor<70x131xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %out: bf16):
    %sum = arith.addf %p, %q : bf16
    linalg.yield %sum : bf16
  } -> tensor<70x131xbf16>

  %tokens = lowp.quantize %t numerics <mx_rceil> : tensor<3x70x352xbf16> -> !tokens
  %weight = lowp.quantize %v numerics <mx_rceil> : tensor<136x352xbf16> -> !weight
  %batch = lowp.scaled_matmul %tokens, %weight : !tokens, !weight -> tensor<3x70x136xbf16>

  %turned = linalg.matmul indexing_maps = [#rows, #columns, #result] ins(%a, %b : tensor<200x72xbf16>, tensor<200x136xbf16>)
      outs(%sums : tensor<72x136xf32>) -> tensor<72x136xf32>
  return %odd, %batch, %turned : tensor<70x131xbf16>, tensor<3x70x136xbf16>, tensor<72x136xf32>
}
