// RUN: lowp-opt %s --lowp-prepare-parameters | FileCheck %s
// RUN: lowp-opt %s --lowp-prepare-parameters --remark-format=emitRemark --remarks-filter=lowp-prepare-parameters -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

!wq = !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>>
!xq = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>

// The quantize moves, with the transpose before it; the bias stays.
// CHECK-LABEL: func.func @linear$prepare(
// CHECK-SAME:    %[[W:.*]]: tensor<256x512xbf16>) -> !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>> {
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[W]]
// CHECK:         %[[Q:.*]] = lowp.quantize %[[T]]
// CHECK:         return %[[Q]]
// CHECK-LABEL: func.func @linear(
// CHECK-SAME:    %[[X:.*]]: tensor<64x256xbf16>, %[[B:.*]]: tensor<512xbf16>, %[[Q:.*]]: !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>>)
// CHECK-SAME:    attributes {lowp.prepared_by = @linear$prepare}
// CHECK-NOT:     linalg.transpose
// CHECK:         lowp.quantize %[[X]]
// CHECK-NOT:     lowp.quantize
// CHECK:         lowp.scaled_matmul %{{.*}}, %[[Q]]
func.func @linear(%x: tensor<64x256xbf16>, %w: tensor<256x512xbf16> {lowp.parameter},
                  %b: tensor<512xbf16> {lowp.parameter}) -> (tensor<64x512xbf16>, tensor<512xbf16>) {
  %e = tensor.empty() : tensor<512x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x512xbf16>) outs(%e : tensor<512x256xbf16>) permutation = [1, 0]
  %xs = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !xq
  %ws = lowp.quantize %t numerics <torchao> : tensor<512x256xbf16> -> !wq
  %y = lowp.scaled_matmul %xs, %ws : !xq, !wq -> tensor<64x512xbf16>
  return %y, %b : tensor<64x512xbf16>, tensor<512xbf16>
}

// A cast of a parameter that others read as it is: it stays an argument, too.
// CHECK-LABEL: func.func @read_twice$prepare(
// CHECK-SAME:    %[[W:.*]]: tensor<8x8xf32>) -> tensor<8x8xbf16>
// CHECK-LABEL: func.func @read_twice(
// CHECK-SAME:    %[[W:.*]]: tensor<8x8xf32>, %[[C:.*]]: tensor<8x8xbf16>)
// CHECK:         return %[[C]], %[[W]]
func.func @read_twice(%w: tensor<8x8xf32> {lowp.parameter}) -> (tensor<8x8xbf16>, tensor<8x8xf32>) {
  %c = arith.truncf %w : tensor<8x8xf32> to tensor<8x8xbf16>
  return %c, %w : tensor<8x8xbf16>, tensor<8x8xf32>
}

// Views alone are reads, and wider results cost more than they save.
// CHECK-NOT:   @views$prepare
// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %{{.*}}: tensor<8x8xf32>) ->
// CHECK-NOT:     lowp.parameter
// CHECK:         tensor.collapse_shape
// REMARK: :[[@LINE+1]]:1: remark: {{.*}}nothing-prepared{{.*}}nothing is computed of the parameters of @views alone
func.func @views(%w: tensor<8x8xf32> {lowp.parameter}) -> tensor<64xf32> {
  %v = tensor.collapse_shape %w [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  return %v : tensor<64xf32>
}

// CHECK-NOT:   @wider$prepare
// CHECK-LABEL: func.func @wider(
// CHECK:         arith.mulf
func.func @wider(%w: tensor<8x8xbf16> {lowp.parameter}) -> tensor<8x8xf32> {
  %e = arith.extf %w : tensor<8x8xbf16> to tensor<8x8xf32>
  %s = arith.mulf %e, %e : tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// What depends on other arguments stays, and so does what may not be repeated.
// CHECK-LABEL: func.func @mixed$prepare(
// CHECK-SAME:    %[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>) -> tensor<8xf32>
// CHECK:         %[[S:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT:    return %[[S]]
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<8xf32>)
// CHECK:         arith.mulf %[[X]], %[[S]]
func.func @mixed(%a: tensor<8xf32> {lowp.parameter}, %x: tensor<8xf32>, %b: tensor<8xf32> {lowp.parameter}) -> tensor<8xf32> {
  %s = arith.addf %a, %b : tensor<8xf32>
  %y = arith.mulf %x, %s : tensor<8xf32>
  return %y : tensor<8xf32>
}

// Private functions have callers here.
// CHECK-LABEL: func.func private @private(
// CHECK-SAME:    lowp.parameter
func.func private @private(%w: tensor<8x8xf32> {lowp.parameter}) -> tensor<8x8xbf16> {
  %c = arith.truncf %w : tensor<8x8xf32> to tensor<8x8xbf16>
  return %c : tensor<8x8xbf16>
}
