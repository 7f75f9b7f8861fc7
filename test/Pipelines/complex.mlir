// No kernel of a fusion holds complex numbers in registers; copies of them are
// generic kernels.
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
