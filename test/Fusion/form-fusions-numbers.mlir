// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations --cse | FileCheck %s

// A number is read from memory: what computes the tensor is a fusion before.
// CHECK-LABEL: func.func @read(
// CHECK: %[[FIRST:.*]] = lowp.fusion
// CHECK: lowp.fusion ins(%[[FIRST]] :
// CHECK: tensor.extract
#map = affine_map<(i, j) -> (i, j)>
func.func @read(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<64x128xf32>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%a: f32, %old: f32):
    %b = math.exp %a : f32
    linalg.yield %b : f32
  } -> tensor<64x128xf32>
  %number = tensor.extract %y[%c0, %c0] : tensor<64x128xf32>
  %z = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%a: f32, %old: f32):
    %b = arith.divf %a, %number : f32
    linalg.yield %b : f32
  } -> tensor<64x128xf32>
  return %z : tensor<64x128xf32>
}
