// RUN: lowp-opt %s --split-input-file --convert-lowp-to-linalg=convert-kernels --canonicalize --cse | FileCheck %s

// Exact operands, a sum in f64, one rounding.

// CHECK-LABEL: func.func @scaled_matmul(
// CHECK:         %[[A:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x256xf64>)
// CHECK:           arith.extf {{.*}} : f8E4M3FN to f64
// CHECK:           arith.mulf {{.*}} : f64
// CHECK:         %[[B:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<32x256xf64>)
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] :
// CHECK:         linalg.generic {{.*}} ins(%[[SUM]] : tensor<64x32xf64>) outs(%{{.*}} : tensor<64x32xbf16>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.truncf {{.*}} : f64 to bf16
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
func.func @scaled_matmul(%a: !a, %b: !b) -> tensor<64x32xbf16> {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// -----

// The accumulator is added before the rounding.

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[C:[a-z0-9]*]]: tensor<64x64xf32>)
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[C]] : tensor<64x64xf64>, tensor<64x64xf32>)
// CHECK:           arith.extf {{.*}} : f32 to f64
// CHECK:           arith.addf {{.*}} : f64
// CHECK:           arith.truncf {{.*}} : f64 to f32
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @accumulate(%a: !a, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %y = lowp.scaled_matmul %a, %a accumulate %c : !a, !a, tensor<64x64xf32> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

// A formed kernel on tensors has the same meaning.

// CHECK-LABEL: func.func @gemm(
// CHECK-NOT:     lowp.gemm
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:         arith.truncf {{.*}} : f64 to f16
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%d: tensor<64x256xf8E4M3FN>, %s: tensor<64x1xf32>, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %y = lowp.gemm lhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 rhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 outs(%c : tensor<64x64xf16>) {lhs_type = !a, rhs_type = !a} -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

// -----

// A batch: the matrices are made exact one after the other; a matrix goes with
// all of them.

// CHECK-DAG:   #[[LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK-DAG:   #[[RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG:   #[[SUM:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @batch(
// CHECK:         scf.for
// CHECK:         linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[SUM]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<4x64x32xbf16>)
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!b = !lowp.scaled<4x32x256xf8E4M3FN, #lowp.block<128x128>>
func.func @batch(%a: !a, %b: !b) -> tensor<4x64x32xbf16> {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<4x64x32xbf16>
  return %y : tensor<4x64x32xbf16>
}

// -----

// Without scales f32 is multiplied as tf32, and summed up in f32.

// CHECK-LABEL: func.func @wide_gemm(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[SUM:.*]]: f32):
// CHECK-NEXT:      %[[P:.*]] = arith.truncf %[[A]] : f32 to tf32
// CHECK-NEXT:      %[[Q:.*]] = arith.extf %[[P]] : tf32 to f32
// CHECK-NEXT:      %[[R:.*]] = arith.truncf %[[B]] : f32 to tf32
// CHECK-NEXT:      %[[S:.*]] = arith.extf %[[R]] : tf32 to f32
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.mulf %[[Q]], %[[S]] : f32
// CHECK-NEXT:      arith.addf %[[SUM]], %[[PRODUCT]] : f32
func.func @wide_gemm(%a: tensor<64x32xf32>, %b: tensor<16x32xf32>, %c: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %y = lowp.gemm lhs(%a : tensor<64x32xf32>) rhs(%b : tensor<16x32xf32>) outs(%c : tensor<64x16xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x16xf32>
  return %y : tensor<64x16xf32>
}

// -----

// An epilogue of two results is one operation with both.

// CHECK-LABEL: func.func @two_results(
// CHECK-NOT:     lowp.gemm
// CHECK:         %[[SUMS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:         %[[Y:.*]]:2 = linalg.generic {{.*}} ins(%[[SUMS]] : tensor<?x32xf32>) outs(%{{.*}}, %{{.*}} : tensor<?x32xf32>, tensor<?x32xbf16>)
// CHECK:           %[[R:.*]] = arith.truncf %[[SUM:.*]] : f32 to bf16
// CHECK:           linalg.yield %[[SUM]], %[[R]] : f32, bf16
// CHECK:         return %[[Y]]#0, %[[Y]]#1
func.func @two_results(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16>, %a: tensor<?x32xf32>, %b: tensor<?x32xbf16>) -> (tensor<?x32xf32>, tensor<?x32xbf16>) {
  %y:2 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>) outs(%a, %b : tensor<?x32xf32>, tensor<?x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    -> tensor<?x32xf32>, tensor<?x32xbf16> epilogue {
  ^bb0(%sum: f32):
    %r = arith.truncf %sum : f32 to bf16
    lowp.epilogue_yield %sum, %r : f32, bf16
  }
  return %y#0, %y#1 : tensor<?x32xf32>, tensor<?x32xbf16>
}
