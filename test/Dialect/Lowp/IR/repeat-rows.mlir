// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=SIZES

// CHECK-LABEL: func.func @bias(
// CHECK: lowp.repeat_rows %{{.*}} ends(%{{.*}} : tensor<8xi32>) rows(%{{.*}}) : tensor<8x64xbf16> -> tensor<?x64xbf16>
func.func @bias(%b: tensor<8x64xbf16>, %ends: tensor<8xi32>, %m: index) -> tensor<?x64xbf16> {
  %r = lowp.repeat_rows %b ends(%ends : tensor<8xi32>) rows(%m) : tensor<8x64xbf16> -> tensor<?x64xbf16>
  return %r : tensor<?x64xbf16>
}

// A number for each group; unknown sizes agree with all.
// CHECK-LABEL: func.func @factor(
// CHECK: lowp.repeat_rows %{{.*}} ends(%{{.*}} : tensor<8xi32>) : tensor<?xf32> -> tensor<32xf32>
func.func @factor(%f: tensor<?xf32>, %ends: tensor<8xi32>) -> tensor<32xf32> {
  %r = lowp.repeat_rows %f ends(%ends : tensor<8xi32>) : tensor<?xf32> -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// Nobody repeats rows to know how many there are.
// SIZES-LABEL: func.func @sizes(
// SIZES-SAME: %[[B:.*]]: tensor<8x?xf32>, %{{.*}}: tensor<8xi32>, %[[M:.*]]: index)
// SIZES: %[[N:.*]] = tensor.dim %[[B]]
// SIZES-NOT: lowp.repeat_rows
// SIZES: return %[[M]], %[[N]]
func.func @sizes(%b: tensor<8x?xf32>, %ends: tensor<8xi32>, %m: index) -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = lowp.repeat_rows %b ends(%ends : tensor<8xi32>) rows(%m) : tensor<8x?xf32> -> tensor<?x?xf32>
  %rows = tensor.dim %r, %zero : tensor<?x?xf32>
  %columns = tensor.dim %r, %one : tensor<?x?xf32>
  return %rows, %columns : index, index
}
