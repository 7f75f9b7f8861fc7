// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// Shape, recipe, order and scale layout are transposed with the matrix.
// CHECK-LABEL: @transpose
func.func @transpose(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>)
    -> !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>> {
  // CHECK: lowp.transpose %{{.*}} : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  %t = lowp.transpose %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  return %t : !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
}

// CHECK-LABEL: @relayout
func.func @relayout(%q: !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>) {
  // CHECK: lowp.relayout %{{.*}} : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0], scales = #lowp.mn_major>
  %r = lowp.relayout %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0], scales = #lowp.mn_major>
  return
}
