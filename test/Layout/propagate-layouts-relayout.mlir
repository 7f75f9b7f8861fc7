// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_90a --lowp-propagate-layouts --remarks-filter=lowp-propagate-layouts --remark-format=emitRemark --verify-diagnostics | FileCheck %s

!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!b = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>

// An argument has the layout that it has: it is copied.

// CHECK-LABEL: func.func @argument(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>,
// CHECK:         %[[R:.*]] = lowp.relayout %[[A]]
// CHECK-SAME:      -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK:         lowp.scaled_matmul %[[R]]
// expected-remark@below {{Reason="an argument has the layout of its type", bytes=1024}}
// expected-remark@below {{Reason="an argument has the layout of its type", bytes="an unknown number of"}}
func.func @argument(%a: !a, %b: !b) -> tensor<64x?xf32> {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<64x?xf32>
  return %y : tensor<64x?xf32>
}

// So is a quantize whose result somebody else sees.

// CHECK-LABEL: func.func @other_user(
// CHECK:         %[[Q:.*]] = lowp.quantize
// CHECK:         lowp.relayout %[[Q]]
// CHECK:         return %[[Q]],
func.func @other_user(%x: tensor<64x256xf32>, %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>) -> (!a, tensor<64x32xf32>) {
  // expected-remark@below {{Reason="it is read in several layouts", bytes=1024}}
  %a = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !a
  %y = lowp.scaled_matmul %a, %w : !a, !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>> -> tensor<64x32xf32>
  return %a, %y : !a, tensor<64x32xf32>
}

// So is what an operation makes of tensors that it is given.

// CHECK-LABEL: func.func @made(
// CHECK:         %[[M:.*]] = lowp.make_scaled
// CHECK:         lowp.relayout %[[M]]
func.func @made(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x2xf32>, %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>) -> tensor<64x32xf32> {
  // expected-remark@below {{Reason="'lowp.make_scaled' writes no other layout", bytes=1024}}
  %a = lowp.make_scaled %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !a
  %y = lowp.scaled_matmul %a, %w : !a, !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>> -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}
