// No kernel of a fusion holds complex numbers, or numbers without bits, in
// registers; generic kernels take them.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=0" | FileCheck %s

// CHECK: gpu.module
// CHECK: llvm.func @across
func.func @across(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %ab = tensor.concat dim(0) %a, %b : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %0 = tensor.extract_slice %ab[2] [4] [1] : tensor<8xcomplex<f32>> to tensor<4xcomplex<f32>>
  %e0 = tensor.expand_shape %a [[0, 1]] output_shape [4, 1] : tensor<4xcomplex<f32>> into tensor<4x1xcomplex<f32>>
  %e1 = tensor.expand_shape %b [[0, 1]] output_shape [4, 1] : tensor<4xcomplex<f32>> into tensor<4x1xcomplex<f32>>
  %l = tensor.concat dim(1) %e0, %e1 : (tensor<4x1xcomplex<f32>>, tensor<4x1xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  %pairs = tensor.collapse_shape %l [[0, 1]] : tensor<4x2xcomplex<f32>> into tensor<8xcomplex<f32>>
  %1 = tensor.extract_slice %pairs[1] [4] [1] : tensor<8xcomplex<f32>> to tensor<4xcomplex<f32>>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}

// CHECK: llvm.func @no_bits
func.func @no_bits(%n: index) -> tensor<?xi0> {
  %e = tensor.empty(%n) : tensor<?xi0>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    outs(%e : tensor<?xi0>) {
  ^bb0(%o: i0):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i0
    linalg.yield %v : i0
  } -> tensor<?xi0>
  return %y : tensor<?xi0>
}
