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
