// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// A use of a value of the region before it is defined would outlive it, whether the text after the
// region is wrong or not.

func.func @scatter(%g: tensor<4x8xf32>, %ids: tensor<4x1xi32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %u = arith.addf %c, %c : f32
  // expected-error @below {{expected values of the region to be used in it alone, got a use outside of it}}
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%g, %ids : tensor<4x8xf32>, tensor<4x1xi32>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%update: f32, %element: f32):
    %c = arith.addf %element, %update : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<32x8xf32
  return %0 : tensor<32x8xf32>
}

// -----

// A value of a region in the region.

func.func @inner(%g: tensor<4x8xf32>, %ids: tensor<4x1xi32>, %x: tensor<32x8xf32>, %p: i1) -> tensor<32x8xf32> {
  %u = arith.addf %c, %c : f32
  // expected-error @below {{expected values of the region to be used in it alone, got a use outside of it}}
  %0 = tm_tensor.scatter unique_indices(false) ins(%g, %ids : tensor<4x8xf32>, tensor<4x1xi32>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%update: f32, %element: f32):
    %d = scf.if %p -> f32 {
      %c = arith.addf %element, %update : f32
      scf.yield %c : f32
    } else {
      scf.yield %element : f32
    }
    tm_tensor.yield %d : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

// The text after is wrong alone.

func.func @type(%g: tensor<4x8xf32>, %ids: tensor<4x1xi32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%g, %ids : tensor<4x8xf32>, tensor<4x1xi32>) outs(%x : tensor<32x8xf32>) {
  ^bb0(%update: f32, %element: f32):
    iree_linalg_ext.yield %update : f32
  // expected-error @below {{expected non-function type}}
  } -> %x
  return %0 : tensor<32x8xf32>
}
