// What is costly and the same for many elements of a fusion is computed once.
// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations | FileCheck %s

#two = affine_map<(d0, d1) -> (d0, d1)>
#three = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#last = affine_map<(d0, d1, d2) -> (d1, d2)>

// CHECK-LABEL: func.func @angles(
// CHECK:         lowp.fusion
// CHECK:           math.cos
// CHECK:         lowp.fusion
// CHECK-NOT:       math.cos
// CHECK:           arith.mulf
func.func @angles(%x: tensor<512x64x128xf32>, %angle: tensor<64x128xf32>) -> tensor<512x64x128xf32> {
  %e = tensor.empty() : tensor<64x128xf32>
  %cos = linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]}
      ins(%angle : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.cos %in : f32
    linalg.yield %r : f32
  } -> tensor<64x128xf32>
  %o = tensor.empty() : tensor<512x64x128xf32>
  %y = linalg.generic {indexing_maps = [#three, #last, #three], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %cos : tensor<512x64x128xf32>, tensor<64x128xf32>) outs(%o : tensor<512x64x128xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %r = arith.mulf %in, %by : f32
    linalg.yield %r : f32
  } -> tensor<512x64x128xf32>
  return %y : tensor<512x64x128xf32>
}

// Few repeats are cheaper than a launch.
// CHECK-LABEL: func.func @few(
// CHECK:         lowp.fusion
// CHECK:           math.cos
// CHECK:           arith.mulf
// CHECK-NOT:     lowp.fusion {{.*}} {
// CHECK:         return
func.func @few(%x: tensor<2x64x128xf32>, %angle: tensor<64x128xf32>) -> tensor<2x64x128xf32> {
  %e = tensor.empty() : tensor<64x128xf32>
  %cos = linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]}
      ins(%angle : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.cos %in : f32
    linalg.yield %r : f32
  } -> tensor<64x128xf32>
  %o = tensor.empty() : tensor<2x64x128xf32>
  %y = linalg.generic {indexing_maps = [#three, #last, #three], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %cos : tensor<2x64x128xf32>, tensor<64x128xf32>) outs(%o : tensor<2x64x128xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %r = arith.mulf %in, %by : f32
    linalg.yield %r : f32
  } -> tensor<2x64x128xf32>
  return %y : tensor<2x64x128xf32>
}
