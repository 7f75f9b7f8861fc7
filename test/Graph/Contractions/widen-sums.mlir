// RUN: lowp-opt %s --lowp-legalize-contractions=only=widen-sums --canonicalize --cse | FileCheck %s

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

// Widens those of several results that are sums; the body may add more than once, and by another
// op.
// CHECK-LABEL: func.func @several(
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xbf16>, tensor<4xf32>)
// CHECK: ^bb0(%[[X:.*]]: bf16, %[[W:.*]]: bf16, %[[S:.*]]: f32, %[[M:.*]]: bf16, %[[F:.*]]: f32):
// CHECK-DAG: %[[X0:.*]] = arith.extf %[[X]] : bf16 to f32
// CHECK-DAG: %[[S0:.*]] = arith.subf %[[S]], %{{.*}} : f32
// CHECK-DAG: %[[S1:.*]] = arith.addf %{{.*}}, %[[S0]] : f32
// CHECK-DAG: %[[M1:.*]] = arith.maximumf %[[M]], %[[X]] : bf16
// CHECK-DAG: %[[F1:.*]] = math.fma %{{.*}}, %{{.*}}, %[[F]] : f32
// CHECK: linalg.yield %[[S1]], %[[M1]], %[[F1]] : f32, bf16, f32
// CHECK-COUNT-2: arith.truncf %{{.*}} : f32 to bf16
#whole = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @several(%x: tensor<4x8xbf16>, %w: tensor<4x8xbf16>, %s: tensor<4xbf16>, %m: tensor<4xbf16>, %f: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
  %y:3 = linalg.generic {indexing_maps = [#whole, #whole, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<4x8xbf16>, tensor<4x8xbf16>) outs(%s, %m, %f : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %s0: bf16, %m0: bf16, %f0: bf16):
    %1 = arith.subf %s0, %a : bf16
    %2 = arith.addf %b, %1 : bf16
    %3 = arith.maximumf %m0, %a : bf16
    %4 = math.fma %a, %b, %f0 : bf16
    linalg.yield %2, %3, %4 : bf16, bf16, bf16
  } -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>)
  return %y#0, %y#1, %y#2 : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
}

// A running sum that others read is what the program says.
// CHECK-LABEL: func.func @running(
// CHECK-NOT: f32
func.func @running(%x: tensor<4x8xbf16>, %s: tensor<4xbf16>, %m: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  %y:2 = linalg.generic {indexing_maps = [#whole, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xbf16>) outs(%s, %m : tensor<4xbf16>, tensor<4xbf16>) {
  ^bb0(%a: bf16, %s0: bf16, %m0: bf16):
    %1 = arith.addf %s0, %a : bf16
    %2 = arith.maximumf %m0, %1 : bf16
    linalg.yield %1, %2 : bf16, bf16
  } -> (tensor<4xbf16>, tensor<4xbf16>)
  return %y#0, %y#1 : tensor<4xbf16>, tensor<4xbf16>
}

// Any float narrower than that is widened, f8 too.
// CHECK-LABEL: func.func @small(
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f8E4M3FN
func.func @small(%x: tensor<4x8xf8E4M3FN>, %s: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %y = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf8E4M3FN>) outs(%s : tensor<4xf8E4M3FN>) dimensions = [1]
  return %y : tensor<4xf8E4M3FN>
}
