// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations | FileCheck %s

// A running sum and an operation that reads its input too: the loop along which
// it adds up would be the one along its result.

// CHECK-LABEL: func.func @running_sum(
// CHECK-NOT:     lowp.fusion
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:         lowp.fusion
// CHECK-NOT:     "reduction"
// CHECK:         arith.mulf
func.func @running_sum(%x: tensor<64x3xf32>) -> tensor<64x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x3xf32>) -> tensor<64x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<64x3xf32>) outs(%init : tensor<64x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %is = arith.cmpi ule, %k, %n : index
    %one = arith.select %is, %in, %zero : f32
    %sum = arith.addf %out, %one : f32
    linalg.yield %sum : f32
  } -> tensor<64x3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x3xf32>, tensor<64x3xf32>) outs(%e : tensor<64x3xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<64x3xf32>
  return %y : tensor<64x3xf32>
}

// CHECK-LABEL: func.func @outer_sum(
// CHECK-NOT:     lowp.fusion
// CHECK:         return
func.func @outer_sum(%x: tensor<64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
