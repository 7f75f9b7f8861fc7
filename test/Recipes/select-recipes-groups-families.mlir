// RUN: lowp-opt %s --lowp-select-recipes --split-input-file --verify-diagnostics | FileCheck %s

// The role says which recipe of a family is a grouped matmul's.
// CHECK-LABEL: func.func @roles(
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<rowwise>, lowp.role = "forward"}
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<rowwise{{.*}}>, lowp.role = "dgrad"}
func.func @roles(%x: tensor<64x256xbf16>, %w: tensor<4x256x256xbf16>, %n: tensor<4xi32>) -> tensor<64x256xbf16> {
  %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.training_recipe<rowwise_training>, lowp.role = "forward"} : tensor<64x256xbf16>, tensor<4x256x256xbf16> -> tensor<64x256xbf16>
  %1 = lowp.grouped_matmul %0, %w ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.training_recipe<rowwise_training>, lowp.role = "dgrad"} : tensor<64x256xbf16>, tensor<4x256x256xbf16> -> tensor<64x256xbf16>
  return %1 : tensor<64x256xbf16>
}

// -----

func.func @unknown(%x: tensor<64x256xbf16>, %w: tensor<4x32x256xbf16>, %n: tensor<4xi32>) -> tensor<64x32xbf16> {
  // expected-error @below {{cannot take its recipe: a family has several recipes, and nothing tells which of them is for a grouped matmul; the attribute 'lowp.role' does}}
  %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.training_recipe<rowwise_with_gw_hp>} : tensor<64x256xbf16>, tensor<4x32x256xbf16> -> tensor<64x32xbf16>
  return %0 : tensor<64x32xbf16>
}
