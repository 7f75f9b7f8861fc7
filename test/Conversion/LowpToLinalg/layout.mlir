// RUN: lowp-opt %s --split-input-file --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// A transpose moves nothing.

// CHECK-LABEL: func.func @transpose(
// CHECK:         %[[D:.*]], %[[S:.*]] = lowp.split_scaled
// CHECK-NEXT:    %[[T:.*]] = lowp.make_scaled %[[D]], %[[S]] : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
// CHECK-SAME:      -> !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>
// CHECK-NEXT:    return %[[T]]
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!t = !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>
func.func @transpose(%q: !q) -> !t {
  %t = lowp.transpose %q : !q
  return %t : !t
}

// -----

// A relayout touches only what changes.

// CHECK-LABEL: func.func @relayout_scales(
// CHECK:         %[[D:.*]], %[[S:.*]] = lowp.split_scaled
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x64xf32>)
// CHECK:           tensor.extract %[[S]]
// CHECK:         lowp.make_scaled %[[D]], %[[R]]
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!r = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func @relayout_scales(%q: !q) -> !r {
  %r = lowp.relayout %q : !q -> !r
  return %r : !r
}

// -----

// CHECK-LABEL: func.func @relayout_data(
// CHECK:         %[[D:.*]], %[[S:.*]] = lowp.split_scaled
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[D]] : tensor<64x256xf8E4M3FN>) outs(%{{.*}} : tensor<256x64xf8E4M3FN>)
// CHECK-NOT:     linalg.generic
// CHECK:         lowp.make_scaled %[[R]], %[[S]]
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!r = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]>
func.func @relayout_data(%q: !q) -> !r {
  %r = lowp.relayout %q : !q -> !r
  return %r : !r
}

// -----

// A batch, matrix by matrix: each has atoms of its own.
// CHECK-LABEL: func.func @relayout_batch(
// CHECK:         %[[D:.*]], %[[S:.*]] = lowp.split_scaled
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<?x64x256xf8E4M3FN>, tensor<?x1x2x32x4x4xf8E8M0FNU>)
// CHECK:           tensor.extract_slice %[[S]][%{{.*}}, 0, 0] [1, 64, 8]
// CHECK-NOT:     lowp.relayout
// CHECK:         lowp.make_scaled
!q = !lowp.scaled<?x64x256xf8E4M3FN, #lowp.mx<1x32>>
!r = !lowp.scaled<?x64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
func.func @relayout_batch(%q: !q) -> !r {
  %r = lowp.relayout %q : !q -> !r
  return %r : !r
}
