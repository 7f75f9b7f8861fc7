// RUN: lowp-opt %s --lowp-sink-concats | FileCheck %s
// RUN: lowp-opt %s --lowp-to-nvvm=chip=sm_90a -o /dev/null

// What is filled has the shape of what reads it: a reshape of an empty tensor would be a tensor
// that a fusion reads.
// CHECK-LABEL: func.func @sum_of_one(
// CHECK-NOT:     expand_shape %{{.*}} : tensor<16xf32>
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<16x1xf32>
// CHECK:         linalg.fill ins({{.*}}) outs(%[[EMPTY]] :
func.func @sum_of_one(%x: tensor<16x1xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<16x1xf32> into tensor<16xf32>
  %empty = tensor.empty() : tensor<16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16xf32>) -> tensor<16xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%flat : tensor<16xf32>) outs(%zeros : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %out, %in : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %rows = tensor.expand_shape %sum [[0, 1]] output_shape [16, 1] : tensor<16xf32> into tensor<16x1xf32>
  %y = tensor.extract_slice %rows[0, 0] [16, 1] [1, 1] : tensor<16x1xf32> to tensor<16xf32>
  return %y : tensor<16xf32>
}
