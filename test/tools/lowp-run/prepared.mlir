// Both functions run; without a name the one that users wrote.
// RUN: lowp-run %s --recipe=rowwise --device=cpu --seed=3 | FileCheck %s
// RUN: lowp-run %s --recipe=rowwise --device=cpu --function='f$prepare' | FileCheck %s --check-prefix=PREPARE
// RUN: not lowp-run %s --recipe=rowwise --device=cpu --function=g 2>&1 | FileCheck %s --check-prefix=NAMES
// CHECK: result0: 64x128xbf16
// PREPARE: result0: 128x256xf8E4M3FN
// PREPARE-NEXT: result0.scales: 128x1xf32
// NAMES: expected --function to name one of f$prepare, f; got 'g'
func.func @f(%x: tensor<64x256xbf16>, %w: tensor<128x256xbf16> {lowp.parameter}) -> tensor<64x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x128xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<64x256xbf16>, tensor<128x256xbf16>) outs(%init : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  return %y : tensor<64x128xbf16>
}
