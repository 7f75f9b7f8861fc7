// One recipe that the program is planned with leaves no other, but to those that
// ask themselves; nobody names it afterwards. Without `auto` it has no say.
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200 explain-file=%t" | FileCheck %s --implicit-check-not=planned_recipe
// RUN: FileCheck %s --check-prefix=TABLE --input-file=%t
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise" | FileCheck %s --check-prefix=FORCED --implicit-check-not=planned_recipe

// TABLE: free {{.*}} tensorwise {{.*}}rowwise (the program takes less with one recipe)
// TABLE-NEXT: named {{.*}} rowwise
// TABLE-NEXT: small {{ *}}64x64x64 {{ *}}-

module attributes {lowp_gpu.planned_recipe = #lowp.matmul_recipe<tensorwise>} {
  // CHECK: lowp.name = "free", lowp.recipe = #lowp.matmul_recipe<tensorwise>
  // CHECK: lowp.name = "named", lowp.recipe = #lowp.matmul_recipe<rowwise>
  // CHECK: {lowp.name = "small"}
  // FORCED: lowp.name = "free", lowp.recipe = #lowp.matmul_recipe<rowwise>
  func.func @f(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<8192x8192xbf16>, %s: tensor<64x64xbf16>)
      -> (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>, tensor<64x64xbf16>) {
    %y = linalg.matmul {lowp.name = "free"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
      outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %z = linalg.matmul {lowp.name = "named", lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
      outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %v = linalg.matmul {lowp.name = "small"} ins(%s, %s : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%s : tensor<64x64xbf16>) -> tensor<64x64xbf16>
    return %y, %z, %v : tensor<8192x8192xbf16>, tensor<8192x8192xbf16>, tensor<64x64xbf16>
  }
}
