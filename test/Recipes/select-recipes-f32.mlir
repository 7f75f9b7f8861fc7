// A recipe for all is one for matmuls of f32, too, as a router is one in a model
// that computes in 16 bits. The remark says how it stays as it is; auto keeps it.
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise" --remark-policy=all --remarks-filter=lowp-select-recipes -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise deny=router" | FileCheck %s --check-prefix=KEPT
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a" | FileCheck %s --check-prefix=KEPT

// REMARK: recipe-chosen {{.*}}the recipe of all; it has operands of f32, which it keeps if option 'deny' names it
// CHECK-LABEL: func @router
// CHECK:         linalg.matmul {lowp.name = "router", lowp.recipe = #lowp.matmul_recipe<rowwise>}
// KEPT-LABEL:  func @router
// KEPT:          linalg.matmul {lowp.name = "router"}
func.func @router(%x: tensor<256x512xf32>, %w: tensor<512x64xf32>, %zero: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %y = linalg.matmul {lowp.name = "router"} ins(%x, %w : tensor<256x512xf32>, tensor<512x64xf32>)
    outs(%zero : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %y : tensor<256x64xf32>
}

// A front end that adds up in f32 widens both operands first: these have 16 bits.
// REMARK: recipe-chosen {{.*}}the recipe of all" 
// CHECK-LABEL: func @widened
// CHECK:         linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @widened(%x: tensor<256x512xbf16>, %w: tensor<512x512xbf16>, %zero: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %a = tensor.empty() : tensor<256x512xf32>
  %xs = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xbf16>) outs(%a : tensor<256x512xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %ws = arith.extf %w : tensor<512x512xbf16> to tensor<512x512xf32>
  %y = linalg.matmul ins(%xs, %ws : tensor<256x512xf32>, tensor<512x512xf32>)
    outs(%zero : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %y : tensor<256x512xf32>
}
