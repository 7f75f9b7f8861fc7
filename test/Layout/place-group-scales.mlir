// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_100a --lowp-propagate-layouts --canonicalize | FileCheck %s --check-prefixes=CHECK,ATOMS
// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_120a --lowp-propagate-layouts --canonicalize | FileCheck %s --check-prefixes=CHECK,LANES

// Products that take atoms as they lie read groups that begin with them: only scales move, and canonicalization leaves them there.

!a = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>>
!b = !lowp.scaled<3x256x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>
// CHECK-LABEL: func.func @quantized(
// ATOMS-SAME:    %[[ENDS:[a-z0-9]*]]: tensor<3xi32>)
// ATOMS:         %[[Q:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
// ATOMS:         %[[P:.*]] = lowp.relayout %[[Q]] ends(%[[ENDS]] : tensor<3xi32>)
// ATOMS-SAME:      -> !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense, groups = <3, axis = 0, alignment = 128>>
// ATOMS:         lowp.grouped_scaled_matmul %[[P]],
// LANES:         %[[Q:.*]] = lowp.quantize
// LANES-NEXT:    lowp.grouped_scaled_matmul %[[Q]],
func.func @quantized(%x: tensor<256x512xbf16>, %b: !b, %ends: tensor<3xi32>) -> tensor<256x256xbf16> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<256x512xbf16> -> !a
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<3xi32>) : !a, !b -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// Given so, they are read as they come; lanes, which find rows inside atoms, read them side by side.

!given = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 128>>
!w = !lowp.scaled<3x256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
// CHECK-LABEL: func.func @given(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: !lowp.scaled
// ATOMS-NEXT:    lowp.grouped_scaled_matmul %[[A]],
// LANES-NEXT:    %[[R:.*]] = lowp.relayout %[[A]] ends
// LANES-SAME:      -> !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
// LANES-NEXT:    lowp.grouped_scaled_matmul %[[R]],
func.func @given(%a: !given, %b: !w, %ends: tensor<3xi32>) -> tensor<256x256xbf16> {
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<3xi32>) : !given, !w -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// The scale of all of a matrix is that of each group.

!n = !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>>
!v = !lowp.scaled<3x256x512xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>
// CHECK-LABEL: func.func @two_levels(
// ATOMS:         lowp.relayout {{.*}} -> !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, packing = dense, groups = <3, axis = 0, alignment = 128>>
// LANES-NOT:     lowp.relayout
func.func @two_levels(%x: tensor<256x512xbf16>, %b: !v, %ends: tensor<3xi32>) -> tensor<256x256xbf16> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<256x512xbf16> -> !n
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<3xi32>) : !n, !v -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}
