// RUN: lowp-opt %s --lowp-select-recipes=recipe=rowwise --remarks-filter=lowp-select-recipes --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise deny=router*" | FileCheck %s --check-prefix=DENY
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise_with_gw_hp" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAMILY

// A family for all says where nothing tells the role.
// FAMILY: warning: 2 matmuls keep their types, the first here under recipe 'rowwise_with_gw_hp'

// A recipe for all matmuls is for groups, of rows and of K, and for batches that are counted,
// too. What has a recipe of its own keeps it.

// CHECK-DAG: [Passed] recipe-chosen {{.*}}rowwise

// CHECK-LABEL: func.func @experts(
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.name = "router", lowp.recipe = #lowp.matmul_recipe<rowwise>}
// CHECK:         lowp.grouped_matmul {{.*}} {lowp.recipe = #lowp.matmul_recipe<tensorwise>}
// CHECK:         lowp.grouped_matmul {{.*}} ends(%{{.*}} : tensor<4xi32>) {lowp.recipe = #lowp.matmul_recipe<rowwise>} : tensor<32x64xbf16>
// DENY:          lowp.grouped_matmul {{.*}} {lowp.name = "router"}
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @experts(%x: tensor<64x256xbf16>, %w: tensor<4x32x256xbf16>, %g: tensor<32x64xbf16>, %t: tensor<256x64xbf16>, %n: tensor<4xi32>)
      -> (tensor<64x32xbf16>, tensor<64x32xbf16>, tensor<4x32x256xbf16>) {
    %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<4xi32>) {lowp.name = "router"} : tensor<64x256xbf16>, tensor<4x32x256xbf16> -> tensor<64x32xbf16>
    %1 = lowp.grouped_matmul %x, %w ends(%n : tensor<4xi32>) {lowp.recipe = #lowp.matmul_recipe<tensorwise>} : tensor<64x256xbf16>, tensor<4x32x256xbf16> -> tensor<64x32xbf16>
    %2 = lowp.grouped_matmul %g, %t ends(%n : tensor<4xi32>) : tensor<32x64xbf16>, tensor<256x64xbf16> -> tensor<4x32x256xbf16>
    return %0, %1, %2 : tensor<64x32xbf16>, tensor<64x32xbf16>, tensor<4x32x256xbf16>
  }
}
