// RUN: lowp-opt %s --lowp-apply-recipes=recipe=rowwise --remarks-filter=lowp-apply-recipes --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// The option overrides the attribute, and what cannot take it is kept.

// CHECK-LABEL: func.func @forced(
// CHECK-COUNT-2: lowp.quantize {{.*}} #lowp.rowwise
func.func @forced(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-remark@below {{matmul_recipe<rowwise>}}
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<tensorwise>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @kept(
// CHECK:         linalg.matmul
func.func @kept(%x: tensor<64x256xf64>, %w: tensor<256x32xf64>, %init: tensor<64x32xf64>) -> tensor<64x32xf64> {
  // expected-remark@below {{kept f64: expected tensors of f32, bf16 or f16, got tensor<64x256xf64>}}
  %y = linalg.matmul ins(%x, %w : tensor<64x256xf64>, tensor<256x32xf64>) outs(%init : tensor<64x32xf64>) -> tensor<64x32xf64>
  return %y : tensor<64x32xf64>
}
