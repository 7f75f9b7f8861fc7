// An index that the tensor does not have fails the call; negative ones count from the end.
// RUN: lowp-run %s --function=inside --device=cpu
// RUN: not lowp-run %s --function=beyond --device=cpu 2>&1 | FileCheck %s
// RUN: not lowp-run %s --function=before --device=cpu 2>&1 | FileCheck %s
// RUN: lowp-run %s --function=left_out --device=cpu

// CHECK: lowp.scatter: expected indices within their dimension, got one beyond; pass indices of elements that the tensor has

func.func @inside(%u: tensor<2x1x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %i = arith.constant dense<[[31], [-32]]> : tensor<2x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<2x1x8xf32>, tensor<2x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

func.func @beyond(%u: tensor<2x1x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %i = arith.constant dense<[[31], [32]]> : tensor<2x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<2x1x8xf32>, tensor<2x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

func.func @before(%u: tensor<2x1x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %i = arith.constant dense<[[31], [-33]]> : tensor<2x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<2x1x8xf32>, tensor<2x1xi64>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// JAX leaves such updates out.
func.func @left_out(%u: tensor<3x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %i = arith.constant dense<[[31], [32], [-1]]> : tensor<3x1xi32>
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true) ins(%u, %i : tensor<3x8xf32>, tensor<3x1xi32>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
