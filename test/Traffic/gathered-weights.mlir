// RUN: lowp-opt %s --lowp-traffic="chip=sm_90a" -o /dev/null | FileCheck %s

// 64 tokens and 2 experts of each, with matrices that a program copies for each row, at sizes of Mixtral 8x7B: the copies would be
// 45 GB. What is left reads each matrix once; beside these 2.8 GB rows in between are little.

// CHECK: function 'experts': launches: 6 (2 gemm, 3 fusion, 1 generic)
// CHECK: bytes per ideal byte: 1.0{{[0-9]}}

#tokens = affine_map<(t, j, k) -> (t, k)>
#row = affine_map<(s, n, k) -> (s)>
#batch = affine_map<(s, n, k) -> (s, n, k)>
#matrix = affine_map<(s, n) -> (s, n)>
#factor = affine_map<(s, n) -> (s)>
func.func @experts(%x: tensor<64x4096xbf16>, %ids: tensor<128xi64>, %shares: tensor<128xbf16>,
                   %gate_up: tensor<8x28672x4096xbf16>, %down: tensor<8x4096x14336xbf16>) -> tensor<64x4096xbf16> {
  %none = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %nothing = arith.constant 0.0 : bf16
  %e0 = tensor.empty() : tensor<64x2x4096xbf16>
  %repeated = linalg.generic {indexing_maps = [#tokens, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<64x4096xbf16>) outs(%e0 : tensor<64x2x4096xbf16>) {
  ^bb0(%v: bf16, %o: bf16):
    linalg.yield %v : bf16
  } -> tensor<64x2x4096xbf16>
  %rows = tensor.collapse_shape %repeated [[0, 1], [2]] : tensor<64x2x4096xbf16> into tensor<128x4096xbf16>

  %e1 = tensor.empty() : tensor<128x28672x4096xbf16>
  %w1 = linalg.generic {indexing_maps = [#row, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<128xi64>) outs(%e1 : tensor<128x28672x4096xbf16>) {
  ^bb0(%id: i64, %o: bf16):
    %g = arith.index_cast %id : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %gate_up[%g, %n, %k] : tensor<8x28672x4096xbf16>
    linalg.yield %v : bf16
  } -> tensor<128x28672x4096xbf16>
  %c1 = tensor.expand_shape %rows [[0], [1, 2]] output_shape [128, 4096, 1] : tensor<128x4096xbf16> into tensor<128x4096x1xbf16>
  %i1 = tensor.empty() : tensor<128x28672x1xf32>
  %z1 = linalg.fill ins(%none : f32) outs(%i1 : tensor<128x28672x1xf32>) -> tensor<128x28672x1xf32>
  %p1 = linalg.batch_matmul ins(%w1, %c1 : tensor<128x28672x4096xbf16>, tensor<128x4096x1xbf16>)
      outs(%z1 : tensor<128x28672x1xf32>) -> tensor<128x28672x1xf32>
  %r1 = tensor.empty() : tensor<128x28672x1xbf16>
  %h1 = linalg.generic {indexing_maps = [#batch, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p1 : tensor<128x28672x1xf32>) outs(%r1 : tensor<128x28672x1xbf16>) {
  ^bb0(%v: f32, %o: bf16):
    %r = arith.truncf %v : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<128x28672x1xbf16>
  %hidden = tensor.collapse_shape %h1 [[0], [1, 2]] : tensor<128x28672x1xbf16> into tensor<128x28672xbf16>
  %gate = tensor.extract_slice %hidden[0, 0] [128, 14336] [1, 1] : tensor<128x28672xbf16> to tensor<128x14336xbf16>
  %up = tensor.extract_slice %hidden[0, 14336] [128, 14336] [1, 1] : tensor<128x28672xbf16> to tensor<128x14336xbf16>
  %e2 = tensor.empty() : tensor<128x14336xbf16>
  %inner = linalg.generic {indexing_maps = [#matrix, #matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<128x14336xbf16>, tensor<128x14336xbf16>) outs(%e2 : tensor<128x14336xbf16>) {
  ^bb0(%g: bf16, %u: bf16, %o: bf16):
    %wide = arith.extf %g : bf16 to f32
    %minus = arith.negf %wide : f32
    %exp = math.exp %minus : f32
    %sum = arith.addf %exp, %one : f32
    %silu = arith.divf %wide, %sum : f32
    %narrow = arith.truncf %silu : f32 to bf16
    %product = arith.mulf %narrow, %u : bf16
    linalg.yield %product : bf16
  } -> tensor<128x14336xbf16>

  %e3 = tensor.empty() : tensor<128x4096x14336xbf16>
  %w2 = linalg.generic {indexing_maps = [#row, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<128xi64>) outs(%e3 : tensor<128x4096x14336xbf16>) {
  ^bb0(%id: i64, %o: bf16):
    %g = arith.index_cast %id : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %down[%g, %n, %k] : tensor<8x4096x14336xbf16>
    linalg.yield %v : bf16
  } -> tensor<128x4096x14336xbf16>
  %c2 = tensor.expand_shape %inner [[0], [1, 2]] output_shape [128, 14336, 1] : tensor<128x14336xbf16> into tensor<128x14336x1xbf16>
  %i2 = tensor.empty() : tensor<128x4096x1xf32>
  %z2 = linalg.fill ins(%none : f32) outs(%i2 : tensor<128x4096x1xf32>) -> tensor<128x4096x1xf32>
  %p2 = linalg.batch_matmul ins(%w2, %c2 : tensor<128x4096x14336xbf16>, tensor<128x14336x1xbf16>)
      outs(%z2 : tensor<128x4096x1xf32>) -> tensor<128x4096x1xf32>
  %r2 = tensor.empty() : tensor<128x4096x1xbf16>
  %h2 = linalg.generic {indexing_maps = [#batch, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p2 : tensor<128x4096x1xf32>) outs(%r2 : tensor<128x4096x1xbf16>) {
  ^bb0(%v: f32, %o: bf16):
    %r = arith.truncf %v : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<128x4096x1xbf16>
  %outputs = tensor.collapse_shape %h2 [[0], [1, 2]] : tensor<128x4096x1xbf16> into tensor<128x4096xbf16>

  %e4 = tensor.empty() : tensor<128x4096xbf16>
  %weighted = linalg.generic {indexing_maps = [#matrix, #factor, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%outputs, %shares : tensor<128x4096xbf16>, tensor<128xbf16>) outs(%e4 : tensor<128x4096xbf16>) {
  ^bb0(%v: bf16, %s: bf16, %o: bf16):
    %product = arith.mulf %v, %s : bf16
    linalg.yield %product : bf16
  } -> tensor<128x4096xbf16>
  %parts = tensor.expand_shape %weighted [[0, 1], [2]] output_shape [64, 2, 4096] : tensor<128x4096xbf16> into tensor<64x2x4096xbf16>
  %e5 = tensor.empty() : tensor<64x4096xbf16>
  %z5 = linalg.fill ins(%nothing : bf16) outs(%e5 : tensor<64x4096xbf16>) -> tensor<64x4096xbf16>
  %y = linalg.generic {indexing_maps = [#batch, #tokens], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%parts : tensor<64x2x4096xbf16>) outs(%z5 : tensor<64x4096xbf16>) {
  ^bb0(%v: bf16, %so_far: bf16):
    %sum = arith.addf %so_far, %v : bf16
    linalg.yield %sum : bf16
  } -> tensor<64x4096xbf16>
  return %y : tensor<64x4096xbf16>
}
