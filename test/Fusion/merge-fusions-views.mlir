// RUN: lowp-opt %s --lowp-form-fusions | FileCheck %s

#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#outer = affine_map<(d0, d1, d2) -> (d0, d2)>

// A view that one fusion reads and the other makes once more comes before both: what both read
// has one space by it.
// CHECK-LABEL: func.func @shared_view(
// CHECK-NOT: tensor.cast
// CHECK: lowp.launch_fusion @fusions::@shared_view_0 ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x4x8xf32>, tensor<96x4x8xf32>, tensor<96x8xf32>)
// CHECK-NOT: lowp.launch_fusion
// CHECK: func.func @shared_view_0(
// CHECK: %[[CAST:.*]] = tensor.cast
// CHECK: tensor.concat dim(1) %[[CAST]],
// CHECK-NOT: tensor.cast
// CHECK: ins(%[[CAST]],
func.func @shared_view(%x: tensor<96x4x8xf32>, %y: tensor<?x4x8xf32>, %z: tensor<96x8xf32>) -> (tensor<96x8x8xf32>, tensor<96x4x8xf32>, tensor<96x4x8xf32>) {
  %cast = tensor.cast %y : tensor<?x4x8xf32> to tensor<96x4x8xf32>
  %concat = tensor.concat dim(1) %cast, %x : (tensor<96x4x8xf32>, tensor<96x4x8xf32>) -> tensor<96x8x8xf32>
  %empty = tensor.empty() : tensor<96x4x8xf32>
  %sum = linalg.generic {indexing_maps = [#all, #outer, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%cast, %z : tensor<96x4x8xf32>, tensor<96x8xf32>) outs(%empty : tensor<96x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<96x4x8xf32>
  %product = linalg.generic {indexing_maps = [#all, #outer, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %z : tensor<96x4x8xf32>, tensor<96x8xf32>) outs(%empty : tensor<96x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.mulf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<96x4x8xf32>
  return %concat, %sum, %product : tensor<96x8x8xf32>, tensor<96x4x8xf32>, tensor<96x4x8xf32>
}
