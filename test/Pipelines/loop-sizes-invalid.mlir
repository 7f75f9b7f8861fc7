// RUN: lowp-opt %s --lowp-to-cpu -split-input-file -verify-diagnostics
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a" -split-input-file -verify-diagnostics

func.func @columns(%x: tensor<?x64xbf16>, %w: tensor<64x128xbf16>, %y: tensor<?x96xf32>) -> tensor<?x96xf32> {
  // expected-error @below {{'linalg.matmul' op expected operands that agree on the size of loop 1, got 128 in operand 1, 'tensor<64x128xbf16>', and 96 in operand 2, 'tensor<?x96xf32>'}}
  %0 = linalg.matmul ins(%x, %w : tensor<?x64xbf16>, tensor<64x128xbf16>) outs(%y : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

func.func @products(%x: tensor<?x64xbf16>, %w: tensor<32x128xbf16>, %y: tensor<?x128xf32>) -> tensor<?x128xf32> {
  // expected-error @below {{agree on the size of loop 2, got 64 in operand 0, 'tensor<?x64xbf16>', and 32 in operand 1, 'tensor<32x128xbf16>'}}
  %0 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>} ins(%x, %w : tensor<?x64xbf16>, tensor<32x128xbf16>) outs(%y : tensor<?x128xf32>) -> tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// -----

func.func @batches(%x: tensor<2x?x64xbf16>, %w: tensor<3x64x?xbf16>, %y: tensor<2x?x?xf32>) -> tensor<2x?x?xf32> {
  // expected-error @below {{'linalg.batch_matmul' op expected operands that agree on the size of loop 0, got 2 in operand 0, 'tensor<2x?x64xbf16>', and 3 in operand 1}}
  %0 = linalg.batch_matmul ins(%x, %w : tensor<2x?x64xbf16>, tensor<3x64x?xbf16>) outs(%y : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  return %0 : tensor<2x?x?xf32>
}

// -----

#map = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @bias(%x: tensor<?x8xf32>, %b: tensor<9xf32>) -> tensor<?x8xf32> {
  // expected-error @below {{'linalg.generic' op expected operands that agree on the size of loop 1, got 8 in operand 0, 'tensor<?x8xf32>', and 9 in operand 1, 'tensor<9xf32>'}}
  %0 = linalg.generic {indexing_maps = [#map, #column, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b : tensor<?x8xf32>, tensor<9xf32>) outs(%x : tensor<?x8xf32>) {
  ^bb0(%a: f32, %c: f32, %old: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @sums(%x: tensor<?x8xf32>, %y: tensor<7xf32>) -> tensor<7xf32> {
  // expected-error @below {{'linalg.reduce' op}}
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<?x8xf32>) outs(%y : tensor<7xf32>) dimensions = [0]
  return %0 : tensor<7xf32>
}

// -----

// The window of the last point ends at column 18 of 16.
func.func @windows(%x: tensor<?x16x16x4xf32>, %w: tensor<3x3x4x8xf32>, %y: tensor<?x14x16x8xf32>) -> tensor<?x14x16x8xf32> {
  // expected-error @below {{'linalg.conv_2d_nhwc_hwcf' op expected operand 0 to have at least 18 elements along dimension 2, which the sizes of others read, got 'tensor<?x16x16x4xf32>'}}
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<?x16x16x4xf32>, tensor<3x3x4x8xf32>) outs(%y : tensor<?x14x16x8xf32>) -> tensor<?x14x16x8xf32>
  return %0 : tensor<?x14x16x8xf32>
}

// -----

// Casts and constants hide sizes from types.
func.func @constants(%x: tensor<?x64xbf16>, %w: tensor<64x96xbf16>, %m: index) -> tensor<?x?xf32> {
  %n = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error @below {{'linalg.matmul' op expected operands that agree on the size of loop 1, got 96 in operand 1, 'tensor<64x96xbf16>', and 64 in operand 2, 'tensor<?x?xf32>'}}
  %0 = linalg.matmul ins(%x, %w : tensor<?x64xbf16>, tensor<64x96xbf16>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @operands(%x: tensor<?x64xbf16>, %w: tensor<32x96xbf16>, %y: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %hidden = tensor.cast %w : tensor<32x96xbf16> to tensor<?x?xbf16>
  // expected-error @below {{'linalg.matmul' op expected operands that agree on the size of loop 2, got 64 in operand 0, 'tensor<?x64xbf16>', and 32 in operand 1, 'tensor<?x?xbf16>'}}
  %0 = linalg.matmul ins(%x, %hidden : tensor<?x64xbf16>, tensor<?x?xbf16>) outs(%y : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

func.func @results(%x: tensor<?x64xbf16>, %w: tensor<64x96xbf16>, %y: tensor<?x?xf32>) -> tensor<?x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<?x64xbf16>, tensor<64x96xbf16>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error @below {{'tensor.cast' op expected a cast to the size 96 that dimension 1 has, got 'tensor<?x64xf32>'}}
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x64xf32>
  return %1 : tensor<?x64xf32>
}
