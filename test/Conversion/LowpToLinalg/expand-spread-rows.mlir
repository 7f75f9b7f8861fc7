// RUN: lowp-opt %s --lowp-expand-spread-rows | FileCheck %s

!rows = !lowp.scaled<896x64xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.mn_major<transposed = true>, groups = <5, axis = 0, start = 128>>
!whole = !lowp.scaled<896x64xf8E4M3FN, #lowp.tensorwise, order = [1, 0], scales = #lowp.compact<transposed = true>, groups = <5, axis = 0, start = 128>>
!parts = !lowp.scaled<320x64xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.mn_major<transposed = true>, groups = <5, axis = 0, start = 16>>

// Maxima of blocks become those of groups, and the scales of groups those of blocks, which quantize what was gathered.
// CHECK-LABEL: func.func @rows(
// CHECK:         %[[SPREAD:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<896x64xbf16>)
// CHECK:         %[[BLOCKS:.*]] = lowp.amax %[[SPREAD]] recipe(#lowp.block<128x1>) : tensor<896x64xbf16> -> tensor<7x64xf32>
// CHECK:         %[[GROUPS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}} : tensor<7xi32>) outs(%{{.*}} : tensor<5x64xf32>)
// CHECK:           tensor.extract %[[BLOCKS]]
// CHECK:           arith.maximumf
// CHECK:         %[[SCALES:.*]]:2 = linalg.generic {{.*}} ins(%[[GROUPS]] : tensor<5x64xf32>)
// CHECK:         %[[ENCODE:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<7x64xf32>)
// CHECK:           tensor.extract %[[SCALES]]#0
// CHECK:         %[[Q:.*]] = lowp.quantize %[[SPREAD]] numerics <torchao_rowwise> scales(%[[ENCODE]], %[[ENCODE]] : tensor<7x64xf32>, tensor<7x64xf32>) : {{.*}} -> !lowp.scaled<896x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
// CHECK:         %[[DATA:.*]], %{{.*}} = lowp.split_scaled %[[Q]]
// CHECK:         lowp.make_scaled %[[DATA]], %[[SCALES]]#1 : tensor<64x896xf8E4M3FN>, tensor<5x64xf32>
func.func @rows(%x: tensor<300x64xbf16>, %n: tensor<5xi32>) -> !rows {
  %s = lowp.spread_rows %x ends(%n : tensor<5xi32>) start 128 : tensor<300x64xbf16> -> tensor<896x64xbf16>
  %q = lowp.quantize %s numerics <torchao_rowwise> ends(%n : tensor<5xi32>) : tensor<896x64xbf16> -> !rows
  return %q : !rows
}

// One scale for all of a group is that of its columns' maximum.
// CHECK-LABEL: func.func @whole(
// CHECK:         outs(%{{.*}} : tensor<5x64xf32>)
// CHECK:         %[[GROUPS:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<5x64xf32>) outs(%{{.*}} : tensor<1x5xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[GROUPS]] : tensor<1x5xf32>)
// CHECK:         lowp.make_scaled {{.*}} : tensor<64x896xf8E4M3FN>, tensor<1x5xf32>
func.func @whole(%x: tensor<300x64xbf16>, %n: tensor<5xi32>) -> !whole {
  %s = lowp.spread_rows %x ends(%n : tensor<5xi32>) start 128 : tensor<300x64xbf16> -> tensor<896x64xbf16>
  %q = lowp.quantize %s numerics <torchao> ends(%n : tensor<5xi32>) : tensor<896x64xbf16> -> !whole
  return %q : !whole
}

// Blocks of 128 rows lie in no group that begins elsewhere, or that ends where others do.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     lowp.amax
// CHECK-COUNT-2: lowp.quantize {{.*}} ends(
func.func @kept(%x: tensor<300x64xbf16>, %y: tensor<896x64xbf16>, %n: tensor<5xi32>) -> (!parts, !rows) {
  %s = lowp.spread_rows %x ends(%n : tensor<5xi32>) start 16 : tensor<300x64xbf16> -> tensor<368x64xbf16>
  %t = tensor.extract_slice %s[0, 0] [320, 64] [1, 1] : tensor<368x64xbf16> to tensor<320x64xbf16>
  %p = lowp.quantize %t numerics <torchao_rowwise> ends(%n : tensor<5xi32>) : tensor<320x64xbf16> -> !parts
  %q = lowp.quantize %y numerics <torchao_rowwise> ends(%n : tensor<5xi32>) : tensor<896x64xbf16> -> !rows
  return %p, %q : !parts, !rows
}
