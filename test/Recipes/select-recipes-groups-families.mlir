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
  // expected-error @below {{cannot take its recipe: its family has another recipe for each role, and dataflow does not tell whether it is a forward matmul, a dgrad or a wgrad: say so by 'lowp.role' on it or on its function, or name its recipe by 'lowp.recipe'}}
  %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.training_recipe<rowwise_with_gw_hp>} : tensor<64x256xbf16>, tensor<4x32x256xbf16> -> tensor<64x32xbf16>
  return %0 : tensor<64x32xbf16>
}

// -----

func.func @own(%g: tensor<32x64xbf16>, %x: tensor<256x64xbf16>, %n: tensor<4xi32>) -> (tensor<4x32x256xbf16>, tensor<4x32x256xbf16>) {
  %0 = lowp.grouped_matmul %g, %x ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.training_recipe<rowwise_with_gw_hp>, lowp.role = "wgrad"} : tensor<32x64xbf16>, tensor<256x64xbf16> -> tensor<4x32x256xbf16>
  // expected-error @below {{cannot take its recipe: groups of K, each of which has a seed}}
  %1 = lowp.grouped_matmul %g, %x ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>} : tensor<32x64xbf16>, tensor<256x64xbf16> -> tensor<4x32x256xbf16>
  return %0, %1 : tensor<4x32x256xbf16>, tensor<4x32x256xbf16>
}

// -----

// A family may keep the types of a role.
// CHECK-LABEL: func.func @kept(
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.role = "wgrad"}
func.func @kept(%g: tensor<32x64xbf16>, %x: tensor<256x64xbf16>, %n: tensor<4xi32>) -> tensor<4x32x256xbf16> {
  %0 = lowp.grouped_matmul %g, %x ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.training_recipe<rowwise_with_gw_hp>, lowp.role = "wgrad"} : tensor<32x64xbf16>, tensor<256x64xbf16> -> tensor<4x32x256xbf16>
  return %0 : tensor<4x32x256xbf16>
}
