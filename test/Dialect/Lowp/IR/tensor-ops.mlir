// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// CHECK-LABEL: @make_scaled
func.func @make_scaled(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x2xf32>) {
  // CHECK: lowp.make_scaled %{{.*}}, %{{.*}} : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  %q = lowp.make_scaled %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  return
}

// Storage order for the data, padding for the scales: 62 rows give 64 places.
// CHECK-LABEL: @split_scaled
func.func @split_scaled(%q: !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0], scales = #lowp.mn_major>) -> (tensor<256x62xf8E4M3FN>, tensor<2x64xf32>) {
  // CHECK: lowp.split_scaled %{{.*}} : !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0], scales = #lowp.mn_major>
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0], scales = #lowp.mn_major>
  return %data, %scales : tensor<256x62xf8E4M3FN>, tensor<2x64xf32>
}

// A recipe of two levels has a third tensor.
// CHECK-LABEL: @global_scale
func.func @global_scale(%q: !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>) {
  // CHECK: %[[DATA:.*]], %[[SCALES:.*]], %[[GLOBAL:.*]] = lowp.split_scaled %{{.*}} : !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
  %data, %scales, %global = lowp.split_scaled %q : !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
  // CHECK: lowp.make_scaled %[[DATA]], %[[SCALES]], %[[GLOBAL]] : tensor<?x128xi8>, tensor<?x16xf8E4M3FN>, tensor<1xf32> -> !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
  %m = lowp.make_scaled %data, %scales, %global : tensor<?x128xi8>, tensor<?x16xf8E4M3FN>, tensor<1xf32> -> !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
  return
}
