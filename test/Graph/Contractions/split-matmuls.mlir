// RUN: lowp-opt %s --lowp-legalize-contractions=only=split-matmuls | FileCheck %s
// RUN: sed s/sm_90a/plain_1/ %s | lowp-test-opt --lowp-legalize-contractions=only=split-matmuls | FileCheck %s --check-prefix=NONE

// No kernel of the chip multiplies bf16.
// NONE-NOT: tensor.concat

module attributes {lowp_gpu.chip = "sm_90a"} {

// Probabilities in f32 by values of bf16, onto sums that are there.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:    %[[P:[^:]*]]: tensor<64x32xf32>, %[[V:[^:]*]]: tensor<32x16xbf16>, %[[SUMS:[^:]*]]: tensor<64x16xf32>)
// CHECK:         %[[HIGH:.*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<64x32xf32>)
// CHECK:           arith.select
// CHECK:           arith.truncf
// CHECK:         %[[MIDDLE:.*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<64x32xf32>)
// CHECK-COUNT-1:   arith.subf
// CHECK:         %[[LOW:.*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<64x32xf32>)
// CHECK-COUNT-2:   arith.subf
// CHECK:         %[[LHS:.*]] = tensor.concat dim(1) %[[HIGH]], %[[MIDDLE]], %[[LOW]] : {{.*}} -> tensor<64x96xbf16>
// CHECK:         %[[THREE:.*]] = linalg.broadcast ins(%[[V]] : tensor<32x16xbf16>) outs(%{{.*}} : tensor<3x32x16xbf16>) dimensions = [0]
// CHECK:         %[[RHS:.*]] = tensor.collapse_shape %[[THREE]] {{\[\[}}0, 1], [2]] : tensor<3x32x16xbf16> into tensor<96x16xbf16>
// CHECK:         linalg.generic {{.*}} ins(%[[LHS]], %[[RHS]] : {{.*}}) outs(%[[SUMS]] : tensor<64x16xf32>)
func.func @mixed(%p: tensor<64x32xf32>, %v: tensor<32x16xbf16>, %sums: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<64x32xf32>, tensor<32x16xbf16>) outs(%sums : tensor<64x16xf32>) {
  ^bb0(%a: f32, %b: bf16, %c: f32):
    %w = arith.extf %b : bf16 to f32
    %m = arith.mulf %a, %w : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<64x16xf32>
  return %y : tensor<64x16xf32>
}

// Two of f32, two of bf16, a K that nobody knows, and elements that are read once.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     tensor.concat
// CHECK:         return
func.func @kept(%p: tensor<64x32xf32>, %w: tensor<32x16xf32>, %h: tensor<64x32xbf16>, %v: tensor<32x16xbf16>,
                %open: tensor<64x?xf32>, %values: tensor<?x16xbf16>, %sums: tensor<64x16xf32>, %dots: tensor<32xf32>)
    -> (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>, tensor<32xf32>) {
  %x = linalg.matmul ins(%p, %w : tensor<64x32xf32>, tensor<32x16xf32>) outs(%sums : tensor<64x16xf32>) -> tensor<64x16xf32>
  %y = linalg.matmul ins(%h, %v : tensor<64x32xbf16>, tensor<32x16xbf16>) outs(%sums : tensor<64x16xf32>) -> tensor<64x16xf32>
  %z = linalg.matmul ins(%open, %values : tensor<64x?xf32>, tensor<?x16xbf16>) outs(%sums : tensor<64x16xf32>) -> tensor<64x16xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (n)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%p, %h : tensor<64x32xf32>, tensor<64x32xbf16>) outs(%dots : tensor<32xf32>) {
  ^bb0(%a: f32, %b: bf16, %c: f32):
    %wide = arith.extf %b : bf16 to f32
    %m = arith.mulf %a, %wide : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %x, %y, %z, %d : tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>, tensor<32xf32>
}

}
