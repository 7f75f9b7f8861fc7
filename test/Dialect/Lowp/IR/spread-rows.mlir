// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=SIZE

// CHECK-LABEL: @spread
// CHECK: lowp.spread_rows %{{.*}} ends(%{{.*}} : tensor<8xi32>) start 128 : tensor<1040x64xbf16> -> tensor<2048x64xbf16>
func.func @spread(%x: tensor<1040x64xbf16>, %ends: tensor<8xi32>) -> tensor<2048x64xbf16> {
  %s = lowp.spread_rows %x ends(%ends : tensor<8xi32>) start 128 : tensor<1040x64xbf16> -> tensor<2048x64xbf16>
  return %s : tensor<2048x64xbf16>
}

// Three rows are three groups at most.
// CHECK-LABEL: @few
func.func @few(%x: tensor<3x64xbf16>, %ends: tensor<8xi32>) -> tensor<384x64xbf16> {
  %s = lowp.spread_rows %x ends(%ends : tensor<8xi32>) start 128 : tensor<3x64xbf16> -> tensor<384x64xbf16>
  return %s : tensor<384x64xbf16>
}

// SIZE-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (((s0 + 1016) floordiv 128) * 128, s0 * 128)>
// SIZE-LABEL: @size
// SIZE: affine.min #[[MAP]]()[%{{.*}}]
func.func @size(%x: tensor<?x64xbf16>, %ends: tensor<8xi32>) -> index {
  %zero = arith.constant 0 : index
  %s = lowp.spread_rows %x ends(%ends : tensor<8xi32>) start 128 : tensor<?x64xbf16> -> tensor<?x64xbf16>
  %rows = tensor.dim %s, %zero : tensor<?x64xbf16>
  return %rows : index
}
