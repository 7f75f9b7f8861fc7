// REQUIRES: cuda-sm90
// Matmuls of fp8 elements as a front end writes them, against generic kernels that multiply
// in f64: operands in both orders and of both types, factors on the result.
// RUN: lowp-run %s --device=gpu --check --shape M=0
// RUN: lowp-run %s --device=gpu --check --shape M=1
// RUN: lowp-run %s --device=gpu --check --shape M=260

func.func @fp8(%x: tensor<?x256xf8E4M3FN>, %w: tensor<256x264xf8E5M2>, %v: tensor<264x256xf8E4M3FN>, %s: tensor<f32>)
    -> (tensor<?x264xbf16>, tensor<?x264xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x256xf8E4M3FN>
  %e = tensor.empty(%m) : tensor<?x264xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?x264xf32>) -> tensor<?x264xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x256xf8E4M3FN>, tensor<256x264xf8E5M2>) outs(%init : tensor<?x264xf32>) -> tensor<?x264xf32>
  %be = tensor.empty(%m) : tensor<?x264xbf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>, affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%0, %s : tensor<?x264xf32>, tensor<f32>) outs(%be : tensor<?x264xbf16>) {
  ^bb0(%sum: f32, %factor: f32, %out: bf16):
    %y = arith.mulf %sum, %factor : f32
    %r = arith.truncf %y : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x264xbf16>
  %2 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<?x256xf8E4M3FN>, tensor<264x256xf8E4M3FN>) outs(%init : tensor<?x264xf32>) -> tensor<?x264xf32>
  return %1, %2 : tensor<?x264xbf16>, tensor<?x264xf32>
}
