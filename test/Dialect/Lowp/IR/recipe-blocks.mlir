// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --emit-bytecode | lowp-opt | FileCheck %s

// Any block of powers of two, up to 1024 x 1024.
// CHECK-LABEL: @blocks
// CHECK-SAME: #lowp.block<1x64>>
// CHECK-SAME: #lowp.block<64x2>>
// CHECK-SAME: #lowp.block<1024x1024>>
// CHECK-SAME: #lowp.mx<1x16>>
// CHECK-SAME: #lowp.mx<2x1>>
// CHECK-SAME: #lowp.nvfp4<4x8>, packing = dense>
func.func private @blocks(
  !lowp.scaled<8x64xf8E4M3FN, #lowp.block<1x64>>,
  !lowp.scaled<8x64xf8E4M3FN, #lowp.block<64x2>>,
  !lowp.scaled<8x64xf8E4M3FN, #lowp.block<1024x1024>>,
  !lowp.scaled<8x64xf8E4M3FN, #lowp.mx<1x16>>,
  !lowp.scaled<8x64xf8E4M3FN, #lowp.mx<2x1>>,
  !lowp.scaled<8x64xf4E2M1FN, #lowp.nvfp4<4x8>, packing = dense>)

// Former names have the block in them.
// CHECK-LABEL: @former_names
// CHECK-SAME: [#lowp.block<1x32>, #lowp.block<32x1>, #lowp.block<1x128>, #lowp.block<128x1>, #lowp.block<128x128>,
// CHECK-SAME: #lowp.block<1x256>, #lowp.block<256x1>, #lowp.block<128x256>, #lowp.block<256x128>, #lowp.mx<1x32>,
// CHECK-SAME: #lowp.mx<32x1>, #lowp.mx<32x32>, #lowp.mx<1x128>, #lowp.mx<128x1>, #lowp.mx<128x128>,
// CHECK-SAME: #lowp.nvfp4<1x16>, #lowp.nvfp4<16x1>, #lowp.nvfp4<16x16>]
func.func private @former_names() attributes {recipes = [
  #lowp.block_1x32, #lowp.block_32x1, #lowp.block_1x128, #lowp.block_128x1, #lowp.block_128x128,
  #lowp.block_1x256, #lowp.block_256x1, #lowp.block_128x256, #lowp.block_256x128, #lowp.mx_1x32,
  #lowp.mx_32x1, #lowp.mx_32x32, #lowp.mx_1x128, #lowp.mx_128x1, #lowp.mx_128x128,
  #lowp.nvfp4_1x16, #lowp.nvfp4_16x1, #lowp.nvfp4_16x16]}

// In types, too.
// CHECK-LABEL: @former_name_in_type
// CHECK-SAME: !lowp.scaled<8x64xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func private @former_name_in_type(
  !lowp.scaled<8x64xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major>)

// CHECK-LABEL: @transposed
// CHECK-SAME: -> !lowp.scaled<256x70xf8E4M3FN, #lowp.block<64x1>
func.func @transposed(%q: !lowp.scaled<70x256xf8E4M3FN, #lowp.block<1x64>>)
    -> !lowp.scaled<256x70xf8E4M3FN, #lowp.block<64x1>, order = [1, 0], scales = #lowp.compact<transposed = true>> {
  %t = lowp.transpose %q : !lowp.scaled<70x256xf8E4M3FN, #lowp.block<1x64>>
  return %t : !lowp.scaled<256x70xf8E4M3FN, #lowp.block<64x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>
}

// Blocks of powers of two nest.
// CHECK-LABEL: @matmul
// CHECK: lowp.scaled_matmul
func.func @matmul(%x: !lowp.scaled<70x256xf8E4M3FN, #lowp.block<1x64>>, %w: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<16x512>>) -> tensor<70x64xf32> {
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<70x256xf8E4M3FN, #lowp.block<1x64>>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<16x512>> -> tensor<70x64xf32>
  return %y : tensor<70x64xf32>
}
