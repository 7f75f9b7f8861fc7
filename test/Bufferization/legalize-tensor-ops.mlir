// RUN: lowp-opt %s --lowp-legalize-tensor-ops | FileCheck %s

// CHECK-LABEL: func @pack_and_back
// CHECK-NOT: linalg.pack
// CHECK: linalg.transpose
// CHECK-NOT: linalg.unpack
func.func @pack_and_back(%x: tensor<64x64xf32>, %p: tensor<2x2x32x32xf32>, %u: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [32, 32] into %p : tensor<64x64xf32> -> tensor<2x2x32x32xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [32, 32] into %u : tensor<2x2x32x32xf32> -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// CHECK-LABEL: func @reshape
// CHECK: cf.assert {{.*}}, "tensor.reshape: expected a shape of as many elements as the source has, got another number"
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1]] : tensor<?x64xf32> into tensor<?xf32>
// CHECK: tensor.expand_shape %[[ROW]] {{\[}}[0, 1, 2]] output_shape [%{{.*}}, %{{.*}}, 64] : tensor<?xf32> into tensor<?x?x64xf32>
func.func @reshape(%x: tensor<?x64xf32>, %a: index, %b: index) -> tensor<?x?x64xf32> {
  %c64 = arith.constant 64 : index
  %s = tensor.from_elements %a, %b, %c64 : tensor<3xindex>
  %r = tensor.reshape %x(%s) : (tensor<?x64xf32>, tensor<3xindex>) -> tensor<?x?x64xf32>
  return %r : tensor<?x?x64xf32>
}

// CHECK-LABEL: func @reshape_to_scalar
// CHECK: tensor.collapse_shape {{.*}} : tensor<1xf32> into tensor<f32>
func.func @reshape_to_scalar(%x: tensor<1x1xf32>, %s: tensor<0xindex>) -> tensor<f32> {
  %r = tensor.reshape %x(%s) : (tensor<1x1xf32>, tensor<0xindex>) -> tensor<f32>
  return %r : tensor<f32>
}

// What is handed on has rows without gaps: of unknown sizes bufferization does
// not ask whether those of a slice are such.

// CHECK-LABEL: func.func @returned_slice(
// CHECK:         %[[S:.*]] = tensor.extract_slice
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[C:.*]] = linalg.copy ins(%[[S]] : tensor<3x?xf32>) outs(%[[E]] : tensor<3x?xf32>)
// CHECK:         return %[[C]]
func.func @returned_slice(%a: tensor<4x96xf32>, %n: index) -> tensor<3x?xf32> {
  %r = tensor.extract_slice %a[0, 0] [3, %n] [1, 1] : tensor<4x96xf32> to tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// CHECK-LABEL: func.func @slice_into_loop(
// CHECK:         %[[C:.*]] = linalg.copy
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[C]])
func.func @slice_into_loop(%a: tensor<4x96xf32>, %lo: index, %hi: index) -> tensor<3x?xf32> {
  %s = tensor.extract_slice %a[0, 0] [3, 48] [1, 1] : tensor<4x96xf32> to tensor<3x48xf32>
  %c = tensor.cast %s : tensor<3x48xf32> to tensor<3x?xf32>
  %r = scf.for %i = %lo to %hi step %hi iter_args(%x = %c) -> tensor<3x?xf32> {
    scf.yield %x : tensor<3x?xf32>
  }
  return %r : tensor<3x?xf32>
}

// Known sizes are compared, and copied where they differ.

// CHECK-LABEL: func.func @known_slice(
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @known_slice(%a: tensor<4x96xf32>) -> tensor<3x48xf32> {
  %s = tensor.extract_slice %a[0, 0] [3, 48] [1, 1] : tensor<4x96xf32> to tensor<3x48xf32>
  return %s : tensor<3x48xf32>
}
