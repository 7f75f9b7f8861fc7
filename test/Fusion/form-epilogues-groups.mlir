// RUN: lowp-opt %s --lowp-form-epilogues --canonicalize | FileCheck %s

#lhs = affine_map<(b, m, n, k) -> (m, k)>
#rhs = affine_map<(b, m, n, k) -> (b, n, k)>
#out = affine_map<(b, m, n, k) -> (m, n)>
#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>

// The bias of each group is read by the group of the tile, nothing is repeated; the
// factor of a row and a residual are read by rows.
// CHECK-DAG: #[[$BIAS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-DAG: #[[$ELEMENT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$GROUP:.*]] = affine_map<(d0, d1, d2) -> (d0)>
// CHECK-LABEL: @bias(
// CHECK-SAME: %[[BIAS:[^:]*]]: tensor<4x32xbf16>, %[[FACTOR:[^:]*]]: tensor<64xf32>, %[[OLD:[^:]*]]: tensor<64x32xbf16>)
// CHECK-NOT: lowp.repeat_rows
// CHECK: lowp.gemm {{.*}} ins(%[[BIAS]], %[[FACTOR]], %[[OLD]] : tensor<4x32xbf16>, tensor<64xf32>, tensor<64x32xbf16>) groups(
// CHECK-SAME: input_maps = [#[[$BIAS]], #[[$ROW]], #[[$ELEMENT]]]
// CHECK-NOT: linalg.generic
func.func @bias(%x: tensor<64x128xbf16>, %w: tensor<4x32x128xbf16>, %ends: tensor<4xi32>, %b: tensor<4x32xbf16>,
                %f: tensor<64xf32>, %r: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<4x32x128xbf16>) groups(%ends : tensor<4xi32>)
    outs(%e : tensor<64x32xf32>) {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %t = lowp.repeat_rows %b ends(%ends : tensor<4xi32>) : tensor<4x32xbf16> -> tensor<64x32xbf16>
  %o = tensor.empty() : tensor<64x32xbf16>
  %z = linalg.generic {indexing_maps = [#mn, #mn, #m, #mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %t, %f, %r : tensor<64x32xf32>, tensor<64x32xbf16>, tensor<64xf32>, tensor<64x32xbf16>) outs(%o : tensor<64x32xbf16>) {
  ^bb0(%p: f32, %c: bf16, %s: f32, %q: bf16, %old: bf16):
    %wide = arith.extf %c : bf16 to f32
    %sum = arith.addf %p, %wide : f32
    %scaled = arith.mulf %sum, %s : f32
    %more = arith.extf %q : bf16 to f32
    %all = arith.addf %scaled, %more : f32
    %n = arith.truncf %all : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<64x32xbf16>
  return %z : tensor<64x32xbf16>
}

// A factor of each group.
// CHECK-LABEL: @factor(
// CHECK-SAME: %[[FACTOR:[^:]*]]: tensor<4xf32>)
// CHECK: lowp.gemm {{.*}} ins(%[[FACTOR]] : tensor<4xf32>) groups(
// CHECK-SAME: input_maps = [#[[$GROUP]]]
func.func @factor(%x: tensor<64x128xbf16>, %w: tensor<4x32x128xbf16>, %ends: tensor<4xi32>, %f: tensor<4xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<4x32x128xbf16>) groups(%ends : tensor<4xi32>)
    outs(%e : tensor<64x32xf32>) {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %t = lowp.repeat_rows %f ends(%ends : tensor<4xi32>) : tensor<4xf32> -> tensor<64xf32>
  %z = linalg.generic {indexing_maps = [#mn, #m, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %t : tensor<64x32xf32>, tensor<64xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%p: f32, %s: f32, %old: f32):
    %scaled = arith.mulf %p, %s : f32
    linalg.yield %scaled : f32
  } -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}

// Groups that end elsewhere are not those of the tile.
// CHECK-LABEL: @others(
// CHECK: lowp.repeat_rows
// CHECK: lowp.gemm
func.func @others(%x: tensor<64x128xbf16>, %w: tensor<4x32x128xbf16>, %ends: tensor<4xi32>, %b: tensor<4x32xf32>,
                  %others: tensor<4xi32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %t = lowp.repeat_rows %b ends(%others : tensor<4xi32>) : tensor<4x32xf32> -> tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<4x32x128xbf16>) groups(%ends : tensor<4xi32>)
    outs(%e : tensor<64x32xf32>) {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %z = linalg.add ins(%y, %t : tensor<64x32xf32>, tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}
