// RUN: lowp-opt %s --split-input-file --lowp-attach-chip=chip=sm_90a --lowp-propagate-layouts | FileCheck %s

// A quantize used by matmuls alone writes the layout at once, also through a
// transpose; 128x128 scales stay as they are.

// CHECK-LABEL: func.func @written_at_once(
// CHECK:         %[[A:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK:         %[[B:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
// CHECK:         %[[BT:.*]] = lowp.transpose %[[B]]
// CHECK:         %[[C:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
// CHECK-NOT:     lowp.relayout
// CHECK:         lowp.scaled_matmul %[[A]], %[[BT]] : {{.*}}, !lowp.scaled<32x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK:         lowp.scaled_matmul %[[A]], %[[C]]
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!b = !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>
!bt = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<1x128>>
!c = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
func.func @written_at_once(%x: tensor<64x256xf32>, %w: tensor<256x32xf32>, %v: tensor<32x256xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %a = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !a
  %b = lowp.quantize %w numerics <torchao> : tensor<256x32xf32> -> !b
  %bt = lowp.transpose %b : !b
  %c = lowp.quantize %v numerics <torchao> : tensor<32x256xf32> -> !c
  %y = lowp.scaled_matmul %a, %bt : !a, !bt -> tensor<64x32xf32>
  %z = lowp.scaled_matmul %a, %c : !a, !c -> tensor<64x32xf32>
  return %y, %z : tensor<64x32xf32>, tensor<64x32xf32>
}

// -----

// The scales of rows have nothing to be ordered.

// CHECK-LABEL: func.func @rowwise(
// CHECK-NOT:     mn_major
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @rowwise(%a: !a, %b: !a) -> tensor<64x64xf32> {
  %y = lowp.scaled_matmul %a, %b : !a, !a -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// Narrow elements on their way to a matmul on wider ones lie close together, and
// the scales of these are written as they are read.
// CHECK-LABEL: @widened
// CHECK:         %[[Q:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<256x64xf4E2M1FN, #lowp.mx<32x1>, order = [1, 0], packing = dense>
// CHECK-NEXT:    %[[T:.*]] = lowp.transpose %[[Q]] : !lowp.scaled<256x64xf4E2M1FN, #lowp.mx<32x1>, order = [1, 0], packing = dense>
// CHECK-NEXT:    lowp.widen %[[T]] : !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.compact<transposed = true>, packing = dense> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>
func.func @widened(%x: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<256x64xf32> -> !lowp.scaled<256x64xf4E2M1FN, #lowp.mx<32x1>, order = [1, 0]>
  %t = lowp.transpose %q : !lowp.scaled<256x64xf4E2M1FN, #lowp.mx<32x1>, order = [1, 0]>
  %w = lowp.widen %t : !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.compact<transposed = true>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
  %y = lowp.scaled_matmul %w, %w : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// What others read stays as it is.
// CHECK-LABEL: @widened_and_returned
// CHECK:         lowp.quantize {{.*}} -> !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>>
func.func @widened_and_returned(%x: tensor<64x256xf32>) -> (!lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>) {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>>
  %w = lowp.widen %q : !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
  return %q, %w : !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
}

// An unknown count of rows side by side would become a multiple of two.
// CHECK-LABEL: @widened_unknown_rows
// CHECK:         lowp.quantize {{.*}} -> !lowp.scaled<?x256xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0]>
func.func @widened_unknown_rows(%x: tensor<?x256xf32>) -> tensor<?x?xf32> {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<?x256xf32> -> !lowp.scaled<?x256xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0]>
  %w = lowp.widen %q : !lowp.scaled<?x256xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0]> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x32>>
  %y = lowp.scaled_matmul %w, %w : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x32>>, !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x32>> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// Elements of 6 bits come in groups of 16, which panels of 24 would cut.
// Packed, K would have to be a multiple of 16.
// CHECK-LABEL: @widened_unknown_k
// CHECK-NOT: dense
func.func @widened_unknown_k(%x: tensor<64x?xf32>) -> tensor<64x64xf32> {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<64x?xf32> -> !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>>
  %w = lowp.widen %q : !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>> -> !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x32>>
  %y = lowp.scaled_matmul %w, %w : !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x32>>, !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x32>> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: @widened_in_panels
// CHECK:         lowp.quantize {{.*}} -> !lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, data = #lowp.panels<24>>
// CHECK:         lowp.quantize {{.*}} -> !lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, data = #lowp.panels<32>, packing = dense>
func.func @widened_in_panels(%x: tensor<64x256xf32>) -> tensor<64x64xf32> {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<64x256xf32> -> !lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, data = #lowp.panels<24>>
  %r = lowp.quantize %x numerics <mx_rceil> : tensor<64x256xf32> -> !lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, data = #lowp.panels<32>>
  %v = lowp.widen %q : !lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, data = #lowp.panels<24>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
  %w = lowp.widen %r : !lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, data = #lowp.panels<32>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
  %y = lowp.scaled_matmul %v, %w : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
