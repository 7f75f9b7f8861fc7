// RUN: lowp-opt %s --lowp-normalize-contractions=only=drop-batches,name-matmuls --canonicalize | FileCheck %s

#w = affine_map<(d0, d1, d2) -> (d1, d2)>
#x = affine_map<(d0, d1, d2) -> (d0, d2)>
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// A linear layer on two sequences, exported without decompositions.
// CHECK-LABEL: func.func @linear(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2x64x256xbf16>, %[[W:[^:]*]]: tensor<256x768xbf16>)
// CHECK:         %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]]
// CHECK:         linalg.matmul ins(%[[ROWS]], %[[W]] : tensor<128x256xbf16>, tensor<256x768xbf16>)
func.func @linear(%x: tensor<2x64x256xbf16>, %w: tensor<256x768xbf16>) -> tensor<2x64x768xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x256x768xbf16>
  %r = linalg.generic {indexing_maps = [#w, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<256x768xbf16>) outs(%e : tensor<2x256x768xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    linalg.yield %a : bf16
  } -> tensor<2x256x768xbf16>
  %f = tensor.empty() : tensor<2x64x768xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<2x64x768xf32>) -> tensor<2x64x768xf32>
  %y = linalg.batch_matmul ins(%x, %r : tensor<2x64x256xbf16>, tensor<2x256x768xbf16>) outs(%init : tensor<2x64x768xf32>) -> tensor<2x64x768xf32>
  return %y : tensor<2x64x768xf32>
}

// A batch of one matrix.
// CHECK-LABEL: func.func @one(
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x256xbf16>, tensor<256x768xbf16>)
func.func @one(%x: tensor<1x64x256xbf16>, %w: tensor<1x256x768xbf16>) -> tensor<1x64x768xf32> {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<1x64x768xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
  %y = linalg.batch_matmul ins(%x, %w : tensor<1x64x256xbf16>, tensor<1x256x768xbf16>) outs(%init : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
  return %y : tensor<1x64x768xf32>
}

// All experts read the same tokens: their results have an order that is no
// matmul's, so the batch stays.
// CHECK-LABEL: func.func @experts(
// CHECK:         linalg.batch_matmul
func.func @experts(%x: tensor<64x256xbf16>, %w: tensor<8x256x512xbf16>) -> tensor<8x64x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64x256xbf16>
  %r = linalg.generic {indexing_maps = [#w, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<64x256xbf16>) outs(%e : tensor<8x64x256xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    linalg.yield %a : bf16
  } -> tensor<8x64x256xbf16>
  %f = tensor.empty() : tensor<8x64x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<8x64x512xf32>) -> tensor<8x64x512xf32>
  %y = linalg.batch_matmul ins(%r, %w : tensor<8x64x256xbf16>, tensor<8x256x512xbf16>) outs(%init : tensor<8x64x512xf32>) -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// One matrix with a batch of size 1 around both operands, as einsum writes it: the
// result alone has the loop.
// CHECK-LABEL: func.func @around(
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x256xbf16>, tensor<256x768xbf16>)
func.func @around(%x: tensor<64x256xbf16>, %w: tensor<256x768xbf16>) -> tensor<1x64x768xf32> {
  %zero = arith.constant 0.0 : f32
  %one = tensor.expand_shape %x [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
  %matrix = tensor.expand_shape %w [[0, 1], [2]] output_shape [1, 256, 768] : tensor<256x768xbf16> into tensor<1x256x768xbf16>
  %f = tensor.empty() : tensor<1x64x768xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
  %y = linalg.batch_matmul ins(%one, %matrix : tensor<1x64x256xbf16>, tensor<1x256x768xbf16>) outs(%init : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
  return %y : tensor<1x64x768xf32>
}

// The gradient of a convolution's filters on one image: only the image has the loop
// over images, of which there is one.
// CHECK-LABEL: func.func @one_image(
// CHECK:         linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<768x16xbf16>, tensor<256x16xbf16>)
func.func @one_image(%x: tensor<768x1x16xbf16>, %dy: tensor<256x16xbf16>, %init: tensor<768x256xf32>) -> tensor<768x256xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, i, k) -> (m, i, k)>, affine_map<(m, n, i, k) -> (n, k)>, affine_map<(m, n, i, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %dy : tensor<768x1x16xbf16>, tensor<256x16xbf16>) outs(%init : tensor<768x256xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<768x256xf32>
  return %y : tensor<768x256xf32>
}
