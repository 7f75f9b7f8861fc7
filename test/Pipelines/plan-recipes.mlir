// Functions are planned with the recipes of auto and without; a private function
// gets the sums of its callers. What cannot be planned is left to prices.
// RUN: split-file %s %t
// RUN: lowp-opt %t/layer.mlir --lowp-plan-recipes | FileCheck %s
// RUN: lowp-opt %t/layer.mlir --lowp-to-cpu="part=h200 recipe=auto explain-file=%t/cpu" -o /dev/null
// RUN: lowp-opt %t/layer.mlir --lowp-to-nvvm="serialize=false recipe=auto explain-file=%t/gpu" -o /dev/null
// RUN: diff %t/cpu %t/gpu
// RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/gpu
// RUN: lowp-opt %t/layer.mlir --lowp-to-nvvm="serialize=false recipe=rowwise explain-file=%t/forced" -o /dev/null
// RUN: FileCheck %s --check-prefix=FORCED --input-file=%t/forced
// RUN: lowp-opt %t/dynamic.mlir --lowp-plan-recipes | FileCheck %s --check-prefix=DYNAMIC
// RUN: lowp-opt %t/refused.mlir --lowp-plan-recipes --remarks-filter=lowp-plan-recipes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REFUSED

// RUN: lowp-opt %t/step.mlir --lowp-plan-recipes --remarks-filter=lowp-plan-recipes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: sed -e 's/%%dy: tensor<2048x14336xbf16>/& {lowp.dies}/' -e 's/-> (tensor.*) {$/-> (tensor<2048x14336xbf16>, tensor<2048x4096xbf16>, tensor<14336x4096xbf16>) attributes {lowp.divisible = 16777216 : i64} {/' %t/step.mlir > %t/stages.mlir
// RUN: lowp-opt %t/stages.mlir --lowp-plan-recipes --remarks-filter=lowp-plan-recipes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefixes=SHARED,STAGES
// RUN: lowp-opt %t/step.mlir --lowp-explain -o /dev/null | FileCheck %s --check-prefix=STEP
// RUN: lowp-opt %t/step.mlir --lowp-to-nvvm="serialize=false recipe=auto recipe-candidates=rowwise explain-file=%t/rowwise" -o /dev/null
// RUN: FileCheck %s --check-prefix=ROWWISE --input-file=%t/rowwise

// CHECK-DAG: func.func @layer({{.*}} attributes {lowp_gpu.planned = array<f64: [[WITH:[0-9.e+]+]], [[WITHOUT:[0-9.e+]+]]>}
// CHECK-DAG: func.func private @up({{.*}} attributes {lowp_gpu.planned = array<f64: [[WITH]], [[WITHOUT]]>}
// CHECK-NOT: lowp.recipe
// TABLE: up {{.*}} rowwise
// TABLE: all launches of 'layer', planned: {{[0-9.]+}} us with recipes of auto, {{[0-9.]+}} us without
// TABLE-NOT: planned
// FORCED-NOT: planned
// DYNAMIC-NOT: planned
// REFUSED: remark: {{.*}}no-plan{{.*}}recipes are chosen by prices of single matmuls alone, since the program could not be planned: expected a chip to compile for
// REFUSED-NOT: error

// All matmuls of a linear layer share a recipe: each tensor is quantized by two
// reads in both orders, as the plan of the whole knows. One candidate has no other to be
// compared with.
// SHARED: remark: {{.*}}one-recipe{{.*}}#lowp.matmul_recipe<rowwise> is the recipe of all matmuls that gain by it: launches take {{[0-9.]+}} us, and {{[0-9.]+}} us with the fastest recipe of each
// SHARED: module attributes {{.*}}lowp_gpu.planned_recipe = #lowp.matmul_recipe<rowwise>
// The marks of a function that may be divided stay, and change no plan.
// STAGES: lowp.divisible = 16777216 : i64
// STEP: 2048x14336x4096 {{ *}}rowwise {{.*}}block_1x128_128x128 (the program takes less with one recipe)
// STEP: 2048x4096x14336 {{ *}}rowwise
// STEP: 14336x4096x2048 {{ *}}rowwise
// ROWWISE: 2048x14336x4096 {{ *}}rowwise

//--- layer.mlir
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func private @up(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>) -> tensor<8192x8192xbf16> {
    %c = arith.constant 0.0 : bf16
    %0 = tensor.empty() : tensor<8192x8192xbf16>
    %1 = linalg.fill ins(%c : bf16) outs(%0 : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %y = linalg.matmul {lowp.name = "up"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
      outs(%1 : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    return %y : tensor<8192x8192xbf16>
  }
  func.func @layer(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>) -> tensor<8192x8192xbf16> {
    %y = call @up(%x, %w) : (tensor<8192x4096xbf16>, tensor<4096x8192xbf16>) -> tensor<8192x8192xbf16>
    return %y : tensor<8192x8192xbf16>
  }
}

//--- dynamic.mlir
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @layer(%x: tensor<?x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<?x8192xbf16>) -> tensor<?x8192xbf16> {
    %y = linalg.matmul ins(%x, %w : tensor<?x4096xbf16>, tensor<4096x8192xbf16>)
      outs(%zero : tensor<?x8192xbf16>) -> tensor<?x8192xbf16>
    return %y : tensor<?x8192xbf16>
  }
}

//--- refused.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- step.mlir
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @step(%x: tensor<2048x4096xbf16>, %w: tensor<14336x4096xbf16>, %dy: tensor<2048x14336xbf16>)
      -> (tensor<2048x14336xbf16>, tensor<2048x4096xbf16>, tensor<14336x4096xbf16>) {
    %zero = arith.constant 0.0 : bf16
    %ey = tensor.empty() : tensor<2048x14336xbf16>
    %zy = linalg.fill ins(%zero : bf16) outs(%ey : tensor<2048x14336xbf16>) -> tensor<2048x14336xbf16>
    %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<2048x4096xbf16>, tensor<14336x4096xbf16>)
      outs(%zy : tensor<2048x14336xbf16>) -> tensor<2048x14336xbf16>
    %ex = tensor.empty() : tensor<2048x4096xbf16>
    %zx = linalg.fill ins(%zero : bf16) outs(%ex : tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
    %dx = linalg.matmul ins(%dy, %w : tensor<2048x14336xbf16>, tensor<14336x4096xbf16>)
      outs(%zx : tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
    %ew = tensor.empty() : tensor<14336x4096xbf16>
    %zw = linalg.fill ins(%zero : bf16) outs(%ew : tensor<14336x4096xbf16>) -> tensor<14336x4096xbf16>
    %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] ins(%dy, %x : tensor<2048x14336xbf16>, tensor<2048x4096xbf16>)
      outs(%zw : tensor<14336x4096xbf16>) -> tensor<14336x4096xbf16>
    return %y, %dx, %dw : tensor<2048x14336xbf16>, tensor<2048x4096xbf16>, tensor<14336x4096xbf16>
  }
}
