// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_100a --lowp-legalize-formats --lowp-propagate-layouts | FileCheck %s
// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_90a --lowp-propagate-layouts | FileCheck %s --check-prefix=COPY

// Weights that are given, N x K, as the gradient of rows reads them: along N. Chips that multiply both orders copy nothing but scales.

!w = !lowp.scaled<512x384xf8E4M3FN, #lowp.tensorwise>
!t = !lowp.scaled<384x512xf8E4M3FN, #lowp.tensorwise, order = [1, 0], scales = #lowp.compact<transposed = true>>
!g = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>

// CHECK-LABEL: func.func @tensorwise(
// CHECK-NOT: lowp.relayout
// CHECK: lowp.scaled_matmul {{.*}} !lowp.scaled<384x512xf8E4M3FN, #lowp.tensorwise, order = [1, 0]
// COPY-LABEL: func.func @tensorwise(
// COPY: lowp.relayout
func.func @tensorwise(%g: !g, %w: !w) -> tensor<256x384xf32> {
  %t = lowp.transpose %w : !w
  %y = lowp.scaled_matmul %g, %t : !g, !t -> tensor<256x384xf32>
  return %y : tensor<256x384xf32>
}

!squares = !lowp.scaled<512x384xf8E4M3FN, #lowp.mx<32x32>>
!turned = !lowp.scaled<384x512xf8E4M3FN, #lowp.mx<32x32>, order = [1, 0], scales = #lowp.compact<transposed = true>>
!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>>

// Scales are repeated; data stay where they are.
// CHECK-LABEL: func.func @squares(
// CHECK: lowp.widen {{.*}} -> !lowp.scaled<384x512xf8E4M3FN, #lowp.mx<1x32>, order = [1, 0], scales = #lowp.swizzled>
// CHECK-NOT: lowp.relayout
// CHECK: lowp.scaled_matmul
func.func @squares(%x: tensor<256x512xbf16>, %w: !squares) -> tensor<256x384xf32> {
  %g = lowp.quantize %x numerics <mx_rceil> : tensor<256x512xbf16> -> !rows
  %t = lowp.transpose %w : !squares
  %y = lowp.scaled_matmul %g, %t : !rows, !turned -> tensor<256x384xf32>
  return %y : tensor<256x384xf32>
}

// What is quantized is written with K contiguous.
// CHECK-LABEL: func.func @quantized(
// CHECK: lowp.quantize {{.*}} -> !lowp.scaled<512x384xf8E4M3FN, #lowp.tensorwise, order = [1, 0]
// CHECK-NOT: lowp.relayout
// CHECK: lowp.scaled_matmul {{.*}}, !lowp.scaled<384x512xf8E4M3FN, #lowp.tensorwise
// CHECK-NOT: order
func.func @quantized(%g: !g, %x: tensor<512x384xbf16>) -> tensor<256x384xf32> {
  %w = lowp.quantize %x numerics <torchao> : tensor<512x384xbf16> -> !w
  %t = lowp.transpose %w : !w
  %y = lowp.scaled_matmul %g, %t : !g, !t -> tensor<256x384xf32>
  return %y : tensor<256x384xf32>
}

!odd = !lowp.scaled<512x380xf8E4M3FN, #lowp.tensorwise>
!odd_turned = !lowp.scaled<380x512xf8E4M3FN, #lowp.tensorwise, order = [1, 0], scales = #lowp.compact<transposed = true>>

// Rows of 380 bytes begin where no copy may.
// CHECK-LABEL: func.func @odd_rows(
// CHECK: lowp.relayout
func.func @odd_rows(%g: !g, %w: !odd) -> tensor<256x380xf32> {
  %t = lowp.transpose %w : !odd
  %y = lowp.scaled_matmul %g, %t : !g, !odd_turned -> tensor<256x380xf32>
  return %y : tensor<256x380xf32>
}

!fours = !lowp.scaled<512x384xf4E2M1FN, #lowp.mx<32x32>>
!fours_turned = !lowp.scaled<384x512xf4E2M1FN, #lowp.mx<32x32>, order = [1, 0], scales = #lowp.compact<transposed = true>>
!fours_rows = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>>

// No instruction takes 4 bits so.
// CHECK-LABEL: func.func @four_bits(
// CHECK: lowp.widen {{.*}} -> !lowp.scaled<384x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
func.func @four_bits(%x: tensor<256x512xbf16>, %w: !fours) -> tensor<256x384xf32> {
  %g = lowp.quantize %x numerics <mx_rceil> : tensor<256x512xbf16> -> !fours_rows
  %t = lowp.transpose %w : !fours
  %y = lowp.scaled_matmul %g, %t : !fours_rows, !fours_turned -> tensor<256x384xf32>
  return %y : tensor<256x384xf32>
}
