// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// The default is not printed.
// CHECK-LABEL: @layouts
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.mx<1x32>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.mx<1x32>, order = [1, 0], data = #lowp.panels<128>, scales = #lowp.swizzled>
func.func private @layouts(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.identity>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, data = #lowp.panels<128>, order = [1, 0]>)

// What was written before there were layouts, as bytecode of version 0 has it.
// CHECK-LABEL: @older
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.mx<1x32>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<128>>
func.func private @older(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, panel = 0>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, panel = 128>)

// The data tensor: 62 rows in 3 panels of 128 columns. Transposed, it is the
// same one.
// CHECK-LABEL: @storage
func.func @storage(%q: !lowp.scaled<62x300xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<128>>) -> tensor<3x62x128xf8E4M3FN> {
  // CHECK: lowp.transpose
  %t = lowp.transpose %q : !lowp.scaled<62x300xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<128>>
  // CHECK: lowp.split_scaled %{{.*}} : !lowp.scaled<300x62xf8E4M3FN, #lowp.mx<32x1>, order = [1, 0], data = #lowp.panels<128>, scales = #lowp.compact<transposed = true>>
  %data, %scales = lowp.split_scaled %t
    : !lowp.scaled<300x62xf8E4M3FN, #lowp.mx<32x1>, order = [1, 0], data = #lowp.panels<128>, scales = #lowp.compact<transposed = true>>
  return %data : tensor<3x62x128xf8E4M3FN>
}
