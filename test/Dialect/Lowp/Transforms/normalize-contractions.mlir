// RUN: lowp-opt %s --lowp-normalize-contractions --canonicalize | FileCheck %s

// CHECK-DAG: #[[MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// Tokens of several sequences are rows of one matrix. A recipe stays.
// CHECK-LABEL: func.func @sequences(
// CHECK-SAME: %[[X:.*]]: tensor<2x?x64xbf16>, %[[W:.*]]: tensor<32x64xbf16>, %[[INIT:.*]]: tensor<2x?x32xf32>
// CHECK-DAG: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<?x64xbf16>
// CHECK-DAG: %[[SUMS:.*]] = tensor.collapse_shape %[[INIT]] {{.*}} into tensor<?x32xf32>
// CHECK: %[[Y:.*]] = linalg.matmul indexing_maps = [#[[MK]], #[[NK]], #[[MN]]] {lowp.recipe = #lowp.matmul_recipe<rowwise>}
// CHECK-SAME: ins(%[[ROWS]], %[[W]] : tensor<?x64xbf16>, tensor<32x64xbf16>) outs(%[[SUMS]] : tensor<?x32xf32>)
// CHECK: tensor.expand_shape %[[Y]] {{.*}} into tensor<2x?x32xf32>
func.func @sequences(%x: tensor<2x?x64xbf16>, %w: tensor<32x64xbf16>, %init: tensor<2x?x32xf32>) -> tensor<2x?x32xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (n, k)>, affine_map<(b, s, n, k) -> (b, s, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x?x64xbf16>, tensor<32x64xbf16>) outs(%init : tensor<2x?x32xf32>)
      attrs = {lowp.recipe = #lowp.matmul_recipe<rowwise>} {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x?x32xf32>
  return %y : tensor<2x?x32xf32>
}

// Loops in another order.
// CHECK-LABEL: func.func @order(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x16xf32>, tensor<16x4xf32>)
func.func @order(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %init: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(k, n, m) -> (m, k)>, affine_map<(k, n, m) -> (k, n)>, affine_map<(k, n, m) -> (m, n)>],
                       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%init : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %b, %a : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// A batch stays generic; so does what applies a function on the way, or has its
// sequences in another order.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: linalg.matmul
func.func @kept(%x: tensor<3x8x16xf32>, %w: tensor<3x16x4xf32>, %init: tensor<3x8x4xf32>, %a2: tensor<8x16xf32>, %b2: tensor<16x4xf32>, %i2: tensor<8x4xf32>,
                %i3: tensor<8x3x4xf32>) -> (tensor<3x8x4xf32>, tensor<8x4xf32>, tensor<8x3x4xf32>) {
  %y = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x8x16xf32>, tensor<3x16x4xf32>) outs(%init : tensor<3x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x8x4xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a2, %b2 : tensor<8x16xf32>, tensor<16x4xf32>) outs(%i2 : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %e = math.exp %a : f32
    %p = arith.mulf %e, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (m, b, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %b2 : tensor<3x8x16xf32>, tensor<16x4xf32>) outs(%i3 : tensor<8x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x3x4xf32>
  return %y, %z, %u : tensor<3x8x4xf32>, tensor<8x4xf32>, tensor<8x3x4xf32>
}
