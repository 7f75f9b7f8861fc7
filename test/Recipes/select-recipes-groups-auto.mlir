// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200" --remarks-filter=lowp-select-recipes --remark-format=emitRemark -o %t.out 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.out

// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200 explain-file=-" -o /dev/null | FileCheck %s --check-prefix=TABLE

// TABLE: 4 matmuls
// TABLE: 16384x4096x4096
// TABLE: block_1x128_128x128

// The cost model prices experts. Large groups gain from fp8 although their weights are
// quantized in the call; where each has few rows, weights are all the work, and those
// alone that are quantized ahead gain.
// REMARK: [Passed] recipe-chosen {{.*}} us to quantize, {{.*}} times as fast as the {{.*}} us without; rejected:
// REMARK: [Missed] no-recipe {{.*}}no recipe makes it 1.03 times as fast
// REMARK: [Passed] recipe-chosen
// Gradients of weights gain, too. Scales of whole groups take two reads more.
// REMARK: [Passed] recipe-chosen {{.*}}4 of 4096x4096x4096: block_1x128_128x128{{.*}}rejected: {{.*}}rowwise (

// CHECK-LABEL: func.func @large(
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<
func.func @large(%x: tensor<16384x4096xbf16>, %w: tensor<4x4096x4096xbf16>, %n: tensor<4xi32>) -> tensor<16384x4096xbf16> {
  %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<4xi32>) : tensor<16384x4096xbf16>, tensor<4x4096x4096xbf16> -> tensor<16384x4096xbf16>
  return %0 : tensor<16384x4096xbf16>
}

// CHECK-LABEL: func.func @small(
// CHECK:         lowp.grouped_matmul %{{.*}}, %{{.*}} ends(%{{.*}} : tensor<64xi32>) : tensor<64x4096xbf16>
func.func @small(%x: tensor<64x4096xbf16>, %w: tensor<64x4096x4096xbf16>, %n: tensor<64xi32>) -> tensor<64x4096xbf16> {
  %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<64xi32>) : tensor<64x4096xbf16>, tensor<64x4096x4096xbf16> -> tensor<64x4096xbf16>
  return %0 : tensor<64x4096xbf16>
}

// CHECK-LABEL: func.func @prepared(
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<
func.func @prepared(%x: tensor<64x4096xbf16>, %w: tensor<64x4096x4096xbf16> {lowp.parameter}, %n: tensor<64xi32>) -> tensor<64x4096xbf16> {
  %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<64xi32>) : tensor<64x4096xbf16>, tensor<64x4096x4096xbf16> -> tensor<64x4096xbf16>
  return %0 : tensor<64x4096xbf16>
}

// CHECK-LABEL: func.func @sums(
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
func.func @sums(%g: tensor<4096x16384xbf16>, %x: tensor<4096x16384xbf16>, %n: tensor<4xi32>) -> tensor<4x4096x4096xf32> {
  %0 = lowp.grouped_matmul %g, %x ends(%n : tensor<4xi32>) : tensor<4096x16384xbf16>, tensor<4096x16384xbf16> -> tensor<4x4096x4096xf32>
  return %0 : tensor<4x4096x4096xf32>
}
