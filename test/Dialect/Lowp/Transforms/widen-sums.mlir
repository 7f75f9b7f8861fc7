// RUN: lowp-opt %s --lowp-widen-sums --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @zero(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>, %[[W:.*]]: tensor<8x16xbf16>
// CHECK: %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4x16xf32>)
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W]] : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%[[ZERO]] : tensor<4x16xf32>)
// CHECK: arith.extf
// CHECK: arith.extf
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<4x16xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @zero(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16>) -> tensor<4x16xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x16xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%init : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %y : tensor<4x16xbf16>
}

// What is added to is widened, too.
// CHECK-LABEL: func.func @given(
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: linalg.generic
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @given(%x: tensor<2x4x8xf16>, %w: tensor<2x8x16xf16>, %init: tensor<2x4x16xf16>) -> tensor<2x4x16xf16> {
  %y = linalg.batch_matmul ins(%x, %w : tensor<2x4x8xf16>, tensor<2x8x16xf16>) outs(%init : tensor<2x4x16xf16>) -> tensor<2x4x16xf16>
  return %y : tensor<2x4x16xf16>
}

// Sums in f32 are what they are; so is what is no sum of products.
// CHECK-LABEL: func.func @wide(
// CHECK: linalg.matmul {{.*}} -> tensor<4x16xf32>
func.func @wide(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16>, %init: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @other(
// CHECK-NOT: arith.extf
// CHECK: arith.maximumf
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @other(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16>, %init: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
  %y = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%init : tensor<4x16xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.maximumf %c, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<4x16xbf16>
  return %y : tensor<4x16xbf16>
}

// A sum of elements, which the body computes.
// CHECK-LABEL: func.func @columns(
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<16xf32>)
// CHECK: %[[SQUARE:.*]] = arith.mulf %{{.*}} : bf16
// CHECK: %[[WIDE:.*]] = arith.extf %[[SQUARE]] : bf16 to f32
// CHECK: arith.addf %[[WIDE]], %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<16xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
#in = affine_map<(d0, d1) -> (d0, d1)>
#sum = affine_map<(d0, d1) -> (d1)>
func.func @columns(%x: tensor<300x16xbf16>) -> tensor<16xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<16xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<16xbf16>) -> tensor<16xbf16>
  %y = linalg.generic {indexing_maps = [#in, #sum], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<300x16xbf16>) outs(%init : tensor<16xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %p = arith.mulf %a, %a : bf16
    %s = arith.addf %p, %b : bf16
    linalg.yield %s : bf16
  } -> tensor<16xbf16>
  return %y : tensor<16xbf16>
}

// The largest of them needs no width.
// CHECK-LABEL: func.func @largest(
// CHECK-NOT: arith.extf
// CHECK: return
func.func @largest(%x: tensor<300x16xbf16>, %init: tensor<16xbf16>) -> tensor<16xbf16> {
  %y = linalg.generic {indexing_maps = [#in, #sum], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<300x16xbf16>) outs(%init : tensor<16xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %s = arith.maximumf %a, %b : bf16
    linalg.yield %s : bf16
  } -> tensor<16xbf16>
  return %y : tensor<16xbf16>
}
