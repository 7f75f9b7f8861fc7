// RUN: lowp-opt %s --split-input-file --lowp-attach-chip=chip=sm_90a --lowp-propagate-layouts | FileCheck %s
// RUN: lowp-test-opt %s --split-input-file --lowp-attach-chip=chip=plain_1 --lowp-propagate-layouts | FileCheck %s --check-prefix=NONE
// RUN: not lowp-opt %s --split-input-file --lowp-propagate-layouts 2>&1 | FileCheck %s --check-prefix=CHIP

// CHIP: error: expected the chip to compile for in the module attribute "lowp_gpu.chip"

// On a chip without kernels for matmuls nothing is known.
// NONE-LABEL: func.func @data(
// NONE:         lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [1, 0], scales = #lowp.swizzled>

// A quantize writes data in the order of the kernel, and in no panels.

// CHECK-LABEL: func.func @data(
// CHECK:         lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
// CHECK:         lowp.quantize {{.*}} -> !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>
// CHECK-NOT:     lowp.relayout
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [1, 0], scales = #lowp.swizzled>
!b = !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise, data = #lowp.panels<128>>
func.func @data(%x: tensor<64x256xf32>, %w: tensor<128x256xf32>) -> tensor<64x128xf32> {
  %a = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !a
  %b = lowp.quantize %w numerics <torchao> : tensor<128x256xf32> -> !b
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}

// -----

// A relayout that somebody wrote gives the layout at once.

// CHECK-LABEL: func.func @relayout(
// CHECK:         %[[R:.*]] = lowp.relayout %{{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
// CHECK-NOT:     lowp.relayout
// CHECK:         lowp.scaled_matmul %[[R]],
!c = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [1, 0]>
!d = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [1, 0], data = #lowp.panels<64>>
!e = !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>
func.func @relayout(%a: !c, %b: !e) -> tensor<64x128xf32> {
  %r = lowp.relayout %a : !c -> !d
  %y = lowp.scaled_matmul %r, %b : !d, !e -> tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}

// -----

// Data weigh more than scales: what is returned as it is written stays so, and
// its scales alone are copied; what is dequantized beside the matmul is read in
// any layout.

// CHECK-LABEL: func.func @weighed(
// CHECK:         %[[Q:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
// CHECK-NEXT:    %[[R:.*]] = lowp.relayout %[[Q]] {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK:         %[[P:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK-NEXT:    lowp.dequantize %[[P]]
// CHECK:         lowp.scaled_matmul %[[R]],
// CHECK:         lowp.scaled_matmul %[[P]],
// CHECK:         return %[[Q]],
!f = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!g = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<128x128>>
func.func @weighed(%x: tensor<64x256xf32>, %y: tensor<64x256xf32>, %w: !g) -> (!f, tensor<64x256xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !f
  %p = lowp.quantize %y numerics <torchao> : tensor<64x256xf32> -> !f
  %d = lowp.dequantize %p : !f -> tensor<64x256xf32>
  %u = lowp.scaled_matmul %q, %w : !f, !g -> tensor<64x64xf32>
  %v = lowp.scaled_matmul %p, %w : !f, !g -> tensor<64x64xf32>
  return %q, %d, %u, %v : !f, tensor<64x256xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
