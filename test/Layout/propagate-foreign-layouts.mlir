// RUN: lowp-test-opt %s --split-input-file --lowp-attach-chip=chip=sm_90a --lowp-propagate-layouts | FileCheck %s

// Operations and layouts that this project does not know take part: what the
// foreign operation reads is written so, and it writes what a matmul reads.

// CHECK-LABEL: func.func @foreign_op(
// CHECK:         %[[Q:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp_test.row_tiles>
// CHECK-NEXT:    %[[R:.*]] = lowp_test.read_tiles %[[Q]] : {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK-NOT:     lowp.relayout
// CHECK:         lowp.scaled_matmul %[[R]],
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!w = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<128x128>>
func.func @foreign_op(%x: tensor<64x256xf32>, %w: !w) -> tensor<64x64xf32> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !a
  %r = lowp_test.read_tiles %q : !a -> !a
  %y = lowp.scaled_matmul %r, %w : !a, !w -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

// One of two readers that want different layouts gets a copy; an operation that says
// nothing keeps what it has.

// CHECK-LABEL: func.func @two_layouts(
// CHECK:         %[[Q:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp_test.row_tiles>
// CHECK-NEXT:    %[[R:.*]] = lowp.relayout %[[Q]] {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK-NEXT:    lowp_test.read_tiles %[[Q]]
// CHECK-NEXT:    lowp.scaled_matmul %[[R]],
// CHECK:         %[[P:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
// CHECK-NEXT:    lowp.split_scaled %[[P]]
!b = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!t = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp_test.row_tiles>
!v = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<128x128>>
func.func @two_layouts(%x: tensor<64x256xf32>, %z: tensor<64x256xf32>, %w: !v) -> (!b, tensor<64x64xf32>, tensor<64x256xf8E4M3FN>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !t
  %r = lowp_test.read_tiles %q : !t -> !b
  %y = lowp.scaled_matmul %q, %w : !t, !v -> tensor<64x64xf32>
  %p = lowp.quantize %z numerics <torchao> : tensor<64x256xf32> -> !b
  %d, %s = lowp.split_scaled %p : !b
  return %r, %y, %d : !b, tensor<64x64xf32>, tensor<64x256xf8E4M3FN>
}
