// RUN: lowp-opt %s --lowp-apply-recipes -split-input-file -verify-diagnostics | FileCheck %s

// Both operands are transformed along the contracted dimension with the same
// signs; each stochastic quantize gets a seed of its own.
// CHECK-LABEL: func.func @wgrad(
// CHECK-SAME:    %[[GO:.*]]: tensor<64x256xbf16>, %[[X:.*]]: tensor<64x512xbf16>, %{{.*}}: tensor<256x512xbf16>, %[[SEED:.*]]: i64
// CHECK:         %[[GOH:.*]] = lowp.hadamard %[[GO]] axis 0 signs 55272
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK:         %[[FIRST:.*]] = arith.addi %[[SEED]], %[[ZERO]] : i64
// CHECK:         lowp.quantize %[[GOH]] numerics <transformer_engine_stochastic> seed %[[FIRST]]
// CHECK-SAME:      !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<16x1>, order = [1, 0]
// CHECK:         %[[XH:.*]] = lowp.hadamard %[[X]] axis 0 signs 55272
// CHECK:         lowp.quantize %[[XH]] numerics <transformer_engine> :
// CHECK:         lowp.scaled_matmul
// CHECK:         %[[ONE:.*]] = arith.constant 1 : i64
// CHECK:         %[[SECOND:.*]] = arith.addi %[[SEED]], %[[ONE]] : i64
// CHECK:         lowp.quantize %{{.*}} numerics <transformer_engine_stochastic> seed %[[SECOND]]
func.func @wgrad(%go: tensor<64x256xbf16>, %x: tensor<64x512xbf16>, %dw: tensor<256x512xbf16>, %seed: i64 {lowp.seed})
    -> (tensor<256x512xbf16>, tensor<256x512xbf16>) {
  %0 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    {lowp.recipe = #lowp.matmul_recipe<nvfp4_wgrad>}
    ins(%go, %x : tensor<64x256xbf16>, tensor<64x512xbf16>) outs(%dw : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %1 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    {lowp.recipe = #lowp.matmul_recipe<nvfp4_wgrad>}
    ins(%go, %x : tensor<64x256xbf16>, tensor<64x512xbf16>) outs(%dw : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  return %0, %1 : tensor<256x512xbf16>, tensor<256x512xbf16>
}

// -----

func.func @no_seed(%go: tensor<64x256xbf16>, %w: tensor<256x512xbf16>, %dx: tensor<64x512xbf16>) -> tensor<64x512xbf16> {
  // expected-error @+1 {{'linalg.matmul' op expected a seed for stochastic rounding: an argument of the function, i64, with the attribute 'lowp.seed', got none}}
  %0 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>}
    ins(%go, %w : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%dx : tensor<64x512xbf16>) -> tensor<64x512xbf16>
  return %0 : tensor<64x512xbf16>
}
