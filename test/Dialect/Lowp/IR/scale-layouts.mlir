// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// Parameters that have their defaults are not printed.
// CHECK-LABEL: @defaults
// CHECK-SAME: scales = #lowp.k_major>
// CHECK-SAME: scales = #lowp.packed_words>
// CHECK-SAME: scales = #lowp.swizzled>
func.func private @defaults(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.k_major<alignment = 4>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.packed_words<scales = 4>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>,
               scales = #lowp.swizzled<rows = [4, 32], columns = [4], order = [1, 0, 2], transposed = false>>)

// CHECK-LABEL: @parameters
// CHECK-SAME: scales = #lowp.k_major<alignment = 8, transposed = true>>
// CHECK-SAME: scales = #lowp.packed_words<scales = 2, transposed = true>>
// CHECK-SAME: scales = #lowp.swizzled<transposed = true>>
// CHECK-SAME: scales = #lowp.swizzled<rows = [2, 16], columns = [2, 4], order = [3, 1, 2, 0]>>
// CHECK-SAME: scales = #lowp.swizzled<rows = [32], columns = [], order = [0], transposed = true>>
func.func private @parameters(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.k_major<alignment = 8, transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.packed_words<scales = 2, transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled<transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>,
               scales = #lowp.swizzled<rows = [2, 16], columns = [2, 4], order = [3, 1, 2, 0]>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>,
               scales = #lowp.swizzled<rows = [32], columns = [], order = [0], transposed = true>>)

// The scale tensor: 130 x 8 scales in 2 x 2 atoms of 32 x 4 x 4.
// CHECK-LABEL: @storage
// CHECK-SAME: tensor<2x2x32x4x4xf8E8M0FNU>
func.func @storage(%q: !lowp.scaled<130x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>)
    -> tensor<2x2x32x4x4xf8E8M0FNU> {
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<130x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
  return %scales : tensor<2x2x32x4x4xf8E8M0FNU>
}
