// Data whose rows a call knows, stored by columns: whole vectors where columns begin at multiples of 16 bytes, which they
// do where lowp allocates them for a matmul, and elements at the end of a column.
// REQUIRES: ptxas
// DEFINE: %{m} = 140
// DEFINE: %{quantize} = %run_ptx lowp-run %t/quantize.mlir --device=gpu --check --tolerance=0 --shape M=%{m}
// DEFINE: %{matmul} = %run_ptx lowp-run %t/matmul.mlir --device=gpu --check --tolerance=1e-6 --shape M=%{m} --recipe=block_1x128_1x128
// RUN: split-file %s %t
// RUN: %{quantize}
// RUN: %{matmul}
// REDEFINE: %{m} = 128
// RUN: %{quantize}
// REDEFINE: %{m} = 17
// RUN: %{quantize}
// RUN: %if long %{ %{matmul} %}

//--- quantize.mlir
!q = !lowp.scaled<?x128xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
func.func @quantize(%x: tensor<?x128xbf16>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x128xbf16> -> !q
  return %q : !q
}

//--- matmul.mlir
func.func @matmul(%x: tensor<?x128xbf16>, %g: tensor<?x136xbf16>) -> tensor<128x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<128x136xf32>) -> tensor<128x136xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %g : tensor<?x128xbf16>, tensor<?x136xbf16>) outs(%i : tensor<128x136xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %wa = arith.extf %a : bf16 to f32
    %wb = arith.extf %b : bf16 to f32
    %p = arith.mulf %wa, %wb : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<128x136xf32>
  return %y : tensor<128x136xf32>
}
