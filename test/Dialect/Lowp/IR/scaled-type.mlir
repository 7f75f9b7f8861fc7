// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// Defaults are not printed: row-major, compact, decode.
// CHECK-LABEL: @defaults
// CHECK-SAME: (!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>)
func.func private @defaults(
  !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [0, 1],
               scales = #lowp.compact, convention = decode>)

// CHECK-LABEL: @dynamic
// CHECK-SAME: !lowp.scaled<?x?xf8E5M2, #lowp.tensorwise>
func.func private @dynamic(!lowp.scaled<?x?xf8E5M2, #lowp.tensorwise>)

// CHECK-LABEL: @everything
// CHECK-SAME: !lowp.scaled<?x256xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<alignment = 8, transposed = true>, convention = encode>
func.func private @everything(
  !lowp.scaled<?x256xf8E4M3FN, #lowp.block<128x1>, convention = encode,
               scales = #lowp.mn_major<transposed = true, alignment = 8>,
               order = [1, 0]>)

// CHECK-LABEL: @recipes
// CHECK-SAME: #lowp.tensorwise>
// CHECK-SAME: #lowp.rowwise>
// CHECK-SAME: #lowp.rowwise<axis = 0>>
// CHECK-SAME: #lowp.block<1x128>>
// CHECK-SAME: #lowp.block<128x1>>
// CHECK-SAME: #lowp.block<128x128>>
func.func private @recipes(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.tensorwise>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.rowwise<axis = 1>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.rowwise<axis = 0>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<1x128>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<128x1>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<128x128>>)

// CHECK-LABEL: @layouts
// CHECK-SAME: scales = #lowp.compact<transposed = true>>
// CHECK-SAME: scales = #lowp.mn_major>
// CHECK-SAME: scales = #lowp.mn_major<transposed = true>>
func.func private @layouts(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.compact<transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major<alignment = 4>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major<transposed = true>>)

// CHECK-LABEL: @narrow_recipes
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.block<1x256>>
// CHECK-SAME: <8x8xf8E5M2, #lowp.block<256x1>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.block<128x256>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.block<256x128>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.block<1x32>>
// CHECK-SAME: <8x8xf8E5M2, #lowp.block<32x1>>
// CHECK-SAME: <8x8xf8E5M2, #lowp.mx<1x32>>
// CHECK-SAME: <8x8xf6E2M3FN, #lowp.mx<32x1>>
// CHECK-SAME: <8x8xf6E3M2FN, #lowp.mx<32x32>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.mx<1x128>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.mx<128x1>>
// CHECK-SAME: <8x8xf8E4M3FN, #lowp.mx<128x128>>
// CHECK-SAME: <8x8xf4E2M1FN, #lowp.nvfp4<1x16>>
// CHECK-SAME: <8x8xf4E2M1FN, #lowp.nvfp4<16x1>>
// CHECK-SAME: <8x8xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense>
func.func private @narrow_recipes(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<1x256>>,
  !lowp.scaled<8x8xf8E5M2, #lowp.block<256x1>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<128x256>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<256x128>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block<1x32>>,
  !lowp.scaled<8x8xf8E5M2, #lowp.block<32x1>>,
  !lowp.scaled<8x8xf8E5M2, #lowp.mx<1x32>>,
  !lowp.scaled<8x8xf6E2M3FN, #lowp.mx<32x1>>,
  !lowp.scaled<8x8xf6E3M2FN, #lowp.mx<32x32>, packing = bytes>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x128>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<128x1>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx<128x128>>,
  !lowp.scaled<8x8xf4E2M1FN, #lowp.nvfp4<1x16>>,
  !lowp.scaled<8x8xf4E2M1FN, #lowp.nvfp4<16x1>>,
  !lowp.scaled<8x8xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense>)

// A matrix without rows is a matrix.
// CHECK-LABEL: @empty
// CHECK-SAME: !lowp.scaled<0x256xf8E4M3FN, #lowp.rowwise>
func.func private @empty(!lowp.scaled<0x256xf8E4M3FN, #lowp.rowwise>)
