// A recipe and a scale layout from outside of lowp are like its own.
// RUN: lowp-test-opt %s | lowp-test-opt | FileCheck %s

!foreign = !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles>

// CHECK-LABEL: @type
// CHECK-SAME: !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles>
func.func private @type(!foreign)

// 62 rows are 16 tiles of 4 rows, 256 columns are 4 blocks of 64.
// CHECK-LABEL: @split
func.func @split(%q: !foreign) -> (tensor<62x256xf8E5M2>, tensor<16x4x4xbf16>) {
  %data, %scales = lowp.split_scaled %q : !foreign
  return %data, %scales : tensor<62x256xf8E5M2>, tensor<16x4x4xbf16>
}

// CHECK-LABEL: @transpose
func.func @transpose(%q: !foreign) {
  %t = lowp.transpose %q : !foreign
  // CHECK: lowp.split_scaled %{{.*}} : !lowp.scaled<256x62xf8E5M2, #lowp_test.block_1x64<transposed = true>, order = [1, 0], scales = #lowp_test.row_tiles<transposed = true>>
  %data, %scales = lowp.split_scaled %t : !lowp.scaled<256x62xf8E5M2, #lowp_test.block_1x64<transposed = true>, order = [1, 0], scales = #lowp_test.row_tiles<transposed = true>>
  return
}

// CHECK-LABEL: @matmul
func.func @matmul(%x: tensor<62x256xf32>, %w: !foreign) -> tensor<62x62xf32> {
  // CHECK: lowp.quantize
  %q = lowp.quantize %x numerics <torchao> : tensor<62x256xf32> -> !foreign
  // CHECK: lowp.scaled_matmul
  %y = lowp.scaled_matmul %q, %w : !foreign, !foreign -> tensor<62x62xf32>
  return %y : tensor<62x62xf32>
}

// A second level of scales needs nothing of lowp either.
// CHECK-LABEL: @two_levels
func.func @two_levels(%x: tensor<62x256xf32>) -> tensor<1xf32> {
  // CHECK: lowp.quantize {{.*}} -> !lowp.scaled<62x256xf6E2M3FN, #lowp_test.two_level, packing = dense>
  %q = lowp.quantize %x numerics <torchao> : tensor<62x256xf32> -> !lowp.scaled<62x256xf6E2M3FN, #lowp_test.two_level, packing = dense>
  %data, %scales, %global = lowp.split_scaled %q : !lowp.scaled<62x256xf6E2M3FN, #lowp_test.two_level, packing = dense>
  return %global : tensor<1xf32>
}

// 62 rows are 8 tiles of 8 rows, 250 columns are 16 of 16.
!tiled = !lowp.scaled<62x250xf8E5M2, #lowp.rowwise, data = #lowp_test.tiles>

// CHECK-LABEL: @tiles
func.func @tiles(%q: !tiled) -> tensor<8x16x8x16xf8E5M2> {
  // CHECK: lowp.transpose %{{.*}} : !lowp.scaled<62x250xf8E5M2, #lowp.rowwise, data = #lowp_test.tiles>
  %t = lowp.transpose %q : !tiled
  // CHECK: lowp.split_scaled %{{.*}} : !lowp.scaled<250x62xf8E5M2, #lowp.rowwise<axis = 0>, order = [1, 0], data = #lowp_test.tiles, scales = #lowp.compact<transposed = true>>
  %data, %scales = lowp.split_scaled %t
    : !lowp.scaled<250x62xf8E5M2, #lowp.rowwise<axis = 0>, order = [1, 0], data = #lowp_test.tiles, scales = #lowp.compact<transposed = true>>
  return %data : tensor<8x16x8x16xf8E5M2>
}

// The sizes of tiles are known, their numbers are not.
// CHECK-LABEL: @dynamic
func.func @dynamic(%q: !lowp.scaled<?x?xf8E5M2, #lowp.rowwise, data = #lowp_test.z_order>) -> tensor<?x?x2x2x2x2xf8E5M2> {
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<?x?xf8E5M2, #lowp.rowwise, data = #lowp_test.z_order>
  return %data : tensor<?x?x2x2x2x2xf8E5M2>
}
