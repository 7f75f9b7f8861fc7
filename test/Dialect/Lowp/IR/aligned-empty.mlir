// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=SIZES

// CHECK-LABEL: func.func @aligned_empty(
// CHECK: lowp.aligned_empty(%{{.*}}) : tensor<?x9xbf16>
// SIZES-LABEL: func.func @aligned_empty(
// SIZES-SAME: %[[M:[^:]*]]: index
// SIZES-DAG: %[[C9:.*]] = arith.constant 9 : index
// SIZES: return %[[M]], %[[C9]]
func.func @aligned_empty(%m: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = lowp.aligned_empty(%m) : tensor<?x9xbf16>
  %d = tensor.dim %e, %c0 : tensor<?x9xbf16>
  %n = tensor.dim %e, %c1 : tensor<?x9xbf16>
  return %d, %n : index, index
}
