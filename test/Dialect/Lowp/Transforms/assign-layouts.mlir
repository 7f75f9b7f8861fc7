// RUN: lowp-opt %s --split-input-file --lowp-assign-layouts | FileCheck %s

// A quantize used by matmuls alone writes the layout at once, also through a
// transpose; 128x128 scales stay as they are.

// CHECK-LABEL: func.func @written_at_once(
// CHECK:         %[[A:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major>
// CHECK:         %[[B:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<256x32xf8E4M3FN, #lowp.block_128x1, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
// CHECK:         %[[BT:.*]] = lowp.transpose %[[B]]
// CHECK:         %[[C:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<32x256xf8E4M3FN, #lowp.block_128x128>
// CHECK-NOT:     lowp.relayout
// CHECK:         lowp.scaled_matmul %[[A]], %[[BT]] : {{.*}}, !lowp.scaled<32x256xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major>
// CHECK:         lowp.scaled_matmul %[[A]], %[[C]]
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
!b = !lowp.scaled<256x32xf8E4M3FN, #lowp.block_128x1, order = [1, 0], scales = #lowp.compact<transposed = true>>
!bt = !lowp.scaled<32x256xf8E4M3FN, #lowp.block_1x128>
!c = !lowp.scaled<32x256xf8E4M3FN, #lowp.block_128x128>
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

// Rowwise scales have nothing to be ordered.

// CHECK-LABEL: func.func @rowwise(
// CHECK-NOT:     mn_major
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @rowwise(%a: !a, %b: !a) -> tensor<64x64xf32> {
  %y = lowp.scaled_matmul %a, %b : !a, !a -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
