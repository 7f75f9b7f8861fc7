// RUN: lowp-opt %s --lowp-expand-quantize --remarks-filter=lowp-expand-quantize --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// test/Integration/Reference/given-scales.test checks that nothing changes.

// The input's type has left no trace after amax: the numerics name it.

// CHECK-LABEL: func.func @one_level(
// CHECK-SAME:    %[[X:.*]]: tensor<?x300xbf16>)
// CHECK:         %[[A:.*]] = lowp.amax %[[X]] recipe(#lowp.block<1x128>) : tensor<?x300xbf16> -> tensor<?x3xf32>
// CHECK:         %[[E:.*]], %[[S:.*]] = lowp.compute_scale %[[A]] recipe #lowp.block<1x128> element f8E4M3FN
// CHECK-SAME:      largest_factor = bf16> convention encode : tensor<?x3xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
// CHECK:         lowp.quantize %[[X]] numerics <transformer_engine> scales(%[[E]], %[[S]] : tensor<?x3xf32>, tensor<?x3xf32>)
!a = !lowp.scaled<?x300xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, convention = encode>
func.func @one_level(%x: tensor<?x300xbf16>) -> !a {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<?x300xbf16> -> !a
  return %q : !a
}

// CHECK-LABEL: func.func @two_levels(
// CHECK-SAME:    %[[X:.*]]: tensor<3x64x256xf32>)
// CHECK:         %[[M:.*]] = lowp.amax %[[X]] : tensor<3x64x256xf32> -> tensor<3x1x1xf32>
// CHECK:         %[[F:.*]], %[[G:.*]] = lowp.compute_global_scale %[[M]] recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<3x1x1xf32> -> tensor<3x1xf32>, tensor<3x1xf32>
// CHECK:         %[[A:.*]] = lowp.amax %[[X]] recipe(#lowp.nvfp4<1x16>) : tensor<3x64x256xf32> -> tensor<3x64x16xf32>
// CHECK:         %[[E:.*]], %[[S:.*]] = lowp.compute_scale %[[A]] global(%[[F]] : tensor<3x1xf32>) recipe #lowp.nvfp4<1x16>
// CHECK:         lowp.quantize %[[X]] numerics <transformer_engine> scales(%[[E]], %[[S]], %[[G]] :
!b = !lowp.scaled<3x64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
func.func @two_levels(%x: tensor<3x64x256xf32>) -> !b {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<3x64x256xf32> -> !b
  return %q : !b
}

// The seed stays; sizes are those that input and result know together.

// CHECK-LABEL: func.func @refined(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<?x256xf32>, %[[SEED:[a-z0-9]*]]: i64)
// CHECK:         %[[R:.*]] = tensor.cast %[[X]] : tensor<?x256xf32> to tensor<64x256xf32>
// CHECK:         lowp.amax %[[R]] recipe(#lowp.mx<1x32>) : tensor<64x256xf32> -> tensor<64x8xf32>
// CHECK:         -> tensor<64x8xf32>, tensor<64x8xf8E8M0FNU>
// CHECK:         lowp.quantize %[[X]] numerics {{.*}} seed %[[SEED]] scales(
!c = !lowp.scaled<64x?xf8E5M2, #lowp.mx<1x32>>
func.func @refined(%x: tensor<?x256xf32>, %seed: i64) -> !c {
  %q = lowp.quantize %x numerics <mx_rceil, rounding = stochastic> seed %seed : tensor<?x256xf32> -> !c
  return %q : !c
}

// The scale of a whole matrix does not depend on the type of the input.

// CHECK-LABEL: func.func @whole(
// CHECK:         lowp.compute_scale %{{.*}} recipe #lowp.tensorwise element f8E4M3FN numerics <transformer_engine> : tensor<1x1xf32>
func.func @whole(%x: tensor<64x256xbf16>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise> {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>
}

// CHECK-LABEL: func.func @given(
// CHECK-NEXT:    lowp.quantize
!d = !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>
func.func @given(%x: tensor<64x256xf32>, %e: tensor<1x1xf32>, %s: tensor<1x1xf32>) -> !d {
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<1x1xf32>, tensor<1x1xf32>) : tensor<64x256xf32> -> !d
  return %q : !d
}

// CHECK-LABEL: func.func @groups(
// CHECK-NEXT:    lowp.quantize
!e = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>
func.func @groups(%x: tensor<64x256xf32>, %ends: tensor<4xi32>) -> !e {
  // expected-remark@below {{blocks of groups begin where 'ends' say}}
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<64x256xf32> -> !e
  return %q : !e
}
