// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// CHECK-LABEL: @make_scaled
func.func @make_scaled(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x2xf32>) {
  // CHECK: lowp.make_scaled %{{.*}}, %{{.*}} : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
  %q = lowp.make_scaled %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
  return
}

// Storage order for the data, padding for the scales: 62 rows give 64 places.
// CHECK-LABEL: @split_scaled
func.func @split_scaled(%q: !lowp.scaled<62x256xf8E4M3FN, #lowp.block_1x128, order = [1, 0], scales = #lowp.mn_major>) -> (tensor<256x62xf8E4M3FN>, tensor<2x64xf32>) {
  // CHECK: lowp.split_scaled %{{.*}} : !lowp.scaled<62x256xf8E4M3FN, #lowp.block_1x128, order = [1, 0], scales = #lowp.mn_major>
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<62x256xf8E4M3FN, #lowp.block_1x128, order = [1, 0], scales = #lowp.mn_major>
  return %data, %scales : tensor<256x62xf8E4M3FN>, tensor<2x64xf32>
}
