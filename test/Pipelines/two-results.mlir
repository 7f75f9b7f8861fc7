// A ReLU and what it reads leave one kernel, each written once and nothing read back.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false traffic-file=%t.txt" -o /dev/null
// RUN: FileCheck %s --input-file=%t.txt

// Reads 256 x 512 x 2 and 128 x 512 x 2 bytes, and a bias; writes 256 x 128 x 2
// bytes twice.
// CHECK: function 'forward': launches: 1 (1 gemm)
// CHECK: gemm 1 393472 131072
// CHECK: bytes read and written: 524544
// CHECK-NEXT: ideal: 524544
// CHECK: workspace: 0
func.func @forward(%x: tensor<256x512xbf16>, %w: tensor<128x512xbf16>, %b: tensor<128xbf16>)
    -> (tensor<256x128xbf16>, tensor<256x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %zero_half = arith.constant 0.0 : bf16
  %wide = tensor.empty() : tensor<256x128xf32>
  %half = tensor.empty() : tensor<256x128xbf16>
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<256x128xf32>) -> tensor<256x128xf32>
  %sums = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<256x512xbf16>, tensor<128x512xbf16>) outs(%zeros : tensor<256x128xf32>) -> tensor<256x128xf32>
  %y = arith.truncf %sums : tensor<256x128xf32> to tensor<256x128xbf16>
  %h = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<256x128xbf16>, tensor<128xbf16>) outs(%half : tensor<256x128xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %s = arith.addf %p, %q : bf16
    linalg.yield %s : bf16
  } -> tensor<256x128xbf16>
  %a = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<256x128xbf16>) outs(%half : tensor<256x128xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = arith.maximumf %p, %zero_half : bf16
    linalg.yield %s : bf16
  } -> tensor<256x128xbf16>
  return %h, %a : tensor<256x128xbf16>, tensor<256x128xbf16>
}
