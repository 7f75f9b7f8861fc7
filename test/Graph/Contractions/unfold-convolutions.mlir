// RUN: lowp-opt %s --lowp-normalize-contractions=only=unfold-convolutions | FileCheck %s
// RUN: lowp-opt %s --lowp-normalize-contractions=only=unfold-convolutions,name-matmuls | FileCheck %s --check-prefix=MATMUL

// Patches of an image, as torch has them: a bias is added and sums are rounded before
// the result gets its order.
// CHECK-LABEL: func @patches(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x64x32xbf16>, %[[W:.*]]: tensor<256x3x8x8xbf16>, %[[B:.*]]: tensor<2x256x8x4xf32>)
// CHECK:         %[[E:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2, 3], [4, 5]] {{.*}} into tensor<2x3x8x8x4x8xbf16>
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[E]] : {{.*}}) outs(%{{.*}} : tensor<2x8x4x3x8x8xbf16>) permutation = [0, 2, 4, 1, 3, 5]
// CHECK:         %[[P:.*]] = linalg.generic {{.*}} ins(%[[T]], %[[W]] : {{.*}}) outs(%{{.*}} : tensor<2x8x4x256xf32>)
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} ins(%[[P]], %[[B]] : tensor<2x8x4x256xf32>, tensor<2x256x8x4xf32>)
// CHECK:         arith.addf
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<2x8x4x256xf32>) outs(%{{.*}} : tensor<2x8x4x256xbf16>)
// CHECK:         %[[Y:.*]] = linalg.transpose ins(%[[R]] : {{.*}}) outs(%{{.*}} : tensor<2x256x8x4xbf16>) permutation = [0, 3, 1, 2]
// CHECK:         return %[[Y]]
// MATMUL-LABEL: func @patches(
// MATMUL:         linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x192xbf16>, tensor<256x192xbf16>) outs(%{{.*}} : tensor<64x256xf32>)
func.func @patches(%x: tensor<2x3x64x32xbf16>, %w: tensor<256x3x8x8xbf16>, %b: tensor<2x256x8x4xf32>) -> tensor<2x256x8x4xbf16> {
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<8> : tensor<2xi64>}
    ins(%x, %w : tensor<2x3x64x32xbf16>, tensor<256x3x8x8xbf16>) outs(%b : tensor<2x256x8x4xf32>) -> tensor<2x256x8x4xf32>
  %e = tensor.empty() : tensor<2x256x8x4xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y : tensor<2x256x8x4xf32>) outs(%e : tensor<2x256x8x4xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<2x256x8x4xbf16>
  return %r : tensor<2x256x8x4xbf16>
}

// A bias for each filter is added to rows, which an epilogue does; what a reader joins
// is joined before, so that the reader's transpose meets that of the result, and both go.
// CHECK-LABEL: func @tokens(
// CHECK:         %[[P:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x8x4x256xf32>)
// CHECK:         %[[ROWS:.*]] = tensor.collapse_shape %[[P]] {{\[\[}}0, 1, 2], [3]]
// CHECK:         linalg.generic {{.*}} ins(%[[ROWS]], %{{.*}} : tensor<64x256xf32>, tensor<256xf32>)
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<2x8x4x256xf32> into tensor<2x32x256xf32>
// CHECK:         linalg.transpose {{.*}} permutation = [0, 2, 1]
// CHECK:         linalg.transpose {{.*}} permutation = [0, 2, 1]
func.func @tokens(%x: tensor<2x3x64x32xbf16>, %w: tensor<256x3x8x8xbf16>, %b: tensor<256xf32>) -> tensor<2x32x256xf32> {
  %e = tensor.empty() : tensor<2x256x8x4xf32>
  %init = linalg.broadcast ins(%b : tensor<256xf32>) outs(%e : tensor<2x256x8x4xf32>) dimensions = [0, 2, 3]
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<8> : tensor<2xi64>}
    ins(%x, %w : tensor<2x3x64x32xbf16>, tensor<256x3x8x8xbf16>) outs(%init : tensor<2x256x8x4xf32>) -> tensor<2x256x8x4xf32>
  %c = tensor.collapse_shape %y [[0], [1], [2, 3]] : tensor<2x256x8x4xf32> into tensor<2x256x32xf32>
  %te = tensor.empty() : tensor<2x32x256xf32>
  %t = linalg.transpose ins(%c : tensor<2x256x32xf32>) outs(%te : tensor<2x32x256xf32>) permutation = [0, 2, 1]
  return %t : tensor<2x32x256xf32>
}

// What a reader joins across the order of the result stays behind.
// CHECK-LABEL: func @joined_apart(
// CHECK:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<2x8x8x4xf32>)
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]]
func.func @joined_apart(%x: tensor<2x3x64x32xbf16>, %w: tensor<8x3x8x8xbf16>) -> tensor<2x64x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<8> : tensor<2xi64>}
    ins(%x, %w : tensor<2x3x64x32xbf16>, tensor<8x3x8x8xbf16>) outs(%init : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  %c = tensor.collapse_shape %y [[0], [1, 2], [3]] : tensor<2x8x8x4xf32> into tensor<2x64x4xf32>
  return %c : tensor<2x64x4xf32>
}

// As JAX has them, for any number of images: the order of the result is that of the
// sums, and so is that of the filters.
// CHECK-LABEL: func @channels_last(
// CHECK:         linalg.transpose {{.*}} permutation = [0, 1, 3, 2, 4, 5]
// CHECK-NOT:     linalg.transpose
// CHECK:         return
// MATMUL-LABEL: func @channels_last(
// MATMUL:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x256xbf16>, tensor<256x128xbf16>) outs(%{{.*}} : tensor<?x128xbf16>)
func.func @channels_last(%x: tensor<?x64x32x4xbf16>, %w: tensor<8x8x4x128xbf16>, %e: tensor<?x8x4x128xbf16>) -> tensor<?x8x4x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x8x4x128xbf16>) -> tensor<?x8x4x128xbf16>
  %y = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<8> : tensor<2xi64>}
    ins(%x, %w : tensor<?x64x32x4xbf16>, tensor<8x8x4x128xbf16>) outs(%init : tensor<?x8x4x128xbf16>) -> tensor<?x8x4x128xbf16>
  return %y : tensor<?x8x4x128xbf16>
}

// A window for each element.
// MATMUL-LABEL: func @one_by_one(
// MATMUL:         linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<512x256xbf16>, tensor<128x256xbf16>) outs(%{{.*}} : tensor<512x128xf32>)
func.func @one_by_one(%x: tensor<2x256x16x16xbf16>, %w: tensor<128x256x1x1xbf16>) -> tensor<2x128x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x128x16x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x128x16x16xf32>) -> tensor<2x128x16x16xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<2x256x16x16xbf16>, tensor<128x256x1x1xbf16>) outs(%init : tensor<2x128x16x16xf32>) -> tensor<2x128x16x16xf32>
  return %y : tensor<2x128x16x16xf32>
}

// The gradient of filters: elements of a window are counted by the result, windows by
// the sum, images by groups.
// CHECK-LABEL: func @gradient(
// CHECK:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<2x3x8x8x1x4x4xbf16>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x8x8x256xf32>)
// CHECK:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<3x2x256x8x8xf32>)
// CHECK-NOT:     linalg.conv
// MATMUL-LABEL: func @gradient(
// MATMUL:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x192x16xbf16>, tensor<2x256x16xbf16>) outs(%{{.*}} : tensor<2x192x256xf32>)
func.func @gradient(%x: tensor<3x2x1x32x32xbf16>, %dy: tensor<2x256x1x4x4xbf16>) -> tensor<3x2x256x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x2x256x8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2x256x8x8xf32>) -> tensor<3x2x256x8x8xf32>
  %y = linalg.conv_2d_ngchw_gfchw {dilations = dense<8> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %dy : tensor<3x2x1x32x32xbf16>, tensor<2x256x1x4x4xbf16>) outs(%init : tensor<3x2x256x8x8xf32>) -> tensor<3x2x256x8x8xf32>
  return %y : tensor<3x2x256x8x8xf32>
}

// Windows that overlap, that leave columns over, and sums of bf16 onto others stay.
// CHECK-LABEL: func @others(
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK:         linalg.conv_2d_nchw_fchw
func.func @others(%x: tensor<1x8x16x17xbf16>, %w: tensor<8x8x2x2xbf16>, %v: tensor<8x8x1x1xbf16>,
                  %a: tensor<1x8x15x16xf32>, %b: tensor<1x8x8x8xf32>, %c: tensor<1x8x16x17xbf16>)
    -> (tensor<1x8x15x16xf32>, tensor<1x8x8x8xf32>, tensor<1x8x16x17xbf16>) {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<1x8x16x17xbf16>, tensor<8x8x2x2xbf16>) outs(%a : tensor<1x8x15x16xf32>) -> tensor<1x8x15x16xf32>
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%x, %w : tensor<1x8x16x17xbf16>, tensor<8x8x2x2xbf16>) outs(%b : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %v : tensor<1x8x16x17xbf16>, tensor<8x8x1x1xbf16>) outs(%c : tensor<1x8x16x17xbf16>) -> tensor<1x8x16x17xbf16>
  return %0, %1, %2 : tensor<1x8x15x16xf32>, tensor<1x8x8x8xf32>, tensor<1x8x16x17xbf16>
}
