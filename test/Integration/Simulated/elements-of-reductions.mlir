// REQUIRES: ptxas
// A result of an operation that reduces may have an element for each of the points
// that another result is reduced over: it is no sum, and begins anew at each point.
// RUN: %run_ptx lowp-run %s --device=gpu --chip=sm_90a --check --tolerance=1e-6 | FileCheck %s
// CHECK: result0: relative error to the reference 0.000e+00
// CHECK: result1: relative error to the reference 0.000e+00
func.func @f(%x: tensor<3x32x4xf32>, %b: tensor<3x32x4xf32>) -> (tensor<3x32x4xf32>, tensor<3x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b, c)>,
      affine_map<(a, b, c) -> (a, c)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<3x32x4xf32>) outs(%b, %i : tensor<3x32x4xf32>, tensor<3x4xf32>) {
  ^bb0(%in: f32, %own: f32, %sum: f32):
    %p = arith.mulf %in, %own : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %p, %s : f32, f32
  } -> (tensor<3x32x4xf32>, tensor<3x4xf32>)
  return %r#0, %r#1 : tensor<3x32x4xf32>, tensor<3x4xf32>
}
