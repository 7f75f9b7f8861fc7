// RUN: lowp-opt %s --lowp-normalize-contractions=only=extract-factors --canonicalize | FileCheck %s

#m = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>

// Queries times 0.5, keys times a constant that is rounded where it is used, and
// transposed: the product times both.
// CHECK-LABEL: func.func @attention(
// CHECK-COUNT-2: arith.extf
// CHECK-NOT:     arith.mulf
// CHECK:         %[[S:.*]] = linalg.matmul
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<8x8xf32>)
// CHECK:           arith.mulf %{{.*}}, %cst{{.*}} : f32
// CHECK:         return %[[Y]]
func.func @attention(%q: tensor<8x64xbf16>, %k: tensor<8x64xbf16>) -> tensor<8x8xf32> {
  %half = arith.constant 0.5 : f32
  %third = arith.constant 0.33333333333333331 : f64
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %qs = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<8x64xbf16>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %half : f32
    linalg.yield %p : f32
  } -> tensor<8x64xf32>
  %f = tensor.empty() : tensor<64x8xf32>
  %ks = linalg.generic {indexing_maps = [#t, #m], iterator_types = ["parallel", "parallel"]}
      ins(%k : tensor<8x64xbf16>) outs(%f : tensor<64x8xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %c = arith.truncf %third : f64 to f32
    %p = arith.mulf %c, %w : f32
    linalg.yield %p : f32
  } -> tensor<64x8xf32>
  %g = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%g : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = linalg.matmul ins(%qs, %ks : tensor<8x64xf32>, tensor<64x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// Not onto other sums, nor where somebody else reads the products.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-2: arith.mulf
// CHECK-COUNT-2: linalg.matmul
// CHECK-NOT:     arith.mulf
func.func @kept(%x: tensor<8x64xf32>, %w: tensor<64x8xf32>, %init: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x64xf32>) {
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %a = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %p = arith.mulf %i, %half : f32
    linalg.yield %p : f32
  } -> tensor<8x64xf32>
  %b = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %p = arith.mulf %i, %half : f32
    linalg.yield %p : f32
  } -> tensor<8x64xf32>
  %y = linalg.matmul ins(%a, %w : tensor<8x64xf32>, tensor<64x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%g : tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = linalg.matmul ins(%b, %w : tensor<8x64xf32>, tensor<64x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %z, %b : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x64xf32>
}

// In 16 bits a power of two, as the scale of LoRA is, of a gradient that two sums read,
// one of them transposed: each result is multiplied.
// CHECK-LABEL: func.func @adapters(
// CHECK-SAME:    %[[DY:[a-z0-9]+]]: tensor<8x64xbf16>
// CHECK-NOT:     arith.mulf
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[DY]]
// CHECK:         linalg.matmul ins(%[[DY]],
// CHECK:         arith.mulf %{{.*}} : f32
// CHECK:         linalg.matmul ins(%[[T]],
// CHECK:         arith.mulf %{{.*}} : f32
func.func @adapters(%dy: tensor<8x64xbf16>, %b: tensor<64x16xbf16>, %h: tensor<8x16xbf16>) -> (tensor<8x16xf32>, tensor<64x16xf32>) {
  %two = arith.constant 2.0 : bf16
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xbf16>
  %s = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%dy : tensor<8x64xbf16>) outs(%e : tensor<8x64xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %p = arith.mulf %i, %two : bf16
    linalg.yield %p : bf16
  } -> tensor<8x64xbf16>
  %te = tensor.empty() : tensor<64x8xbf16>
  %t = linalg.transpose ins(%s : tensor<8x64xbf16>) outs(%te : tensor<64x8xbf16>) permutation = [1, 0]
  %f = tensor.empty() : tensor<8x16xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = linalg.matmul ins(%s, %b : tensor<8x64xbf16>, tensor<64x16xbf16>) outs(%fz : tensor<8x16xf32>) -> tensor<8x16xf32>
  %g = tensor.empty() : tensor<64x16xf32>
  %gz = linalg.fill ins(%zero : f32) outs(%g : tensor<64x16xf32>) -> tensor<64x16xf32>
  %1 = linalg.matmul ins(%t, %h : tensor<64x8xbf16>, tensor<8x16xbf16>) outs(%gz : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<64x16xf32>
}

// Other factors round, and -2 would turn zeros around.
// CHECK-LABEL: func.func @rounding(
// CHECK:         arith.mulf %{{.*}} : bf16
// CHECK:         arith.mulf %{{.*}} : bf16
// CHECK:         linalg.matmul
// CHECK-NOT:     arith.mulf
func.func @rounding(%x: tensor<8x64xbf16>, %w: tensor<64x8xbf16>) -> tensor<8x8xf32> {
  %three = arith.constant 3.0 : bf16
  %less = arith.constant -2.0 : bf16
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xbf16>
  %a = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xbf16>) outs(%e : tensor<8x64xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %p = arith.mulf %i, %three : bf16
    linalg.yield %p : bf16
  } -> tensor<8x64xbf16>
  %f = tensor.empty() : tensor<64x8xbf16>
  %b = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x8xbf16>) outs(%f : tensor<64x8xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %p = arith.mulf %i, %less : bf16
    linalg.yield %p : bf16
  } -> tensor<64x8xbf16>
  %g = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%g : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = linalg.matmul ins(%a, %b : tensor<8x64xbf16>, tensor<64x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// Sizes of the product are those of its destination: nothing asks the result
// before it is there.
// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[D:.*]] = tensor.dim
// CHECK:         %[[S:.*]] = linalg.matmul
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<?x8xf32>)
// CHECK:           arith.mulf
// CHECK:         return %[[Y]]
func.func @unknown(%q: tensor<?x64xbf16>, %k: tensor<64x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %d = tensor.dim %q, %c0 : tensor<?x64xbf16>
  %e = tensor.empty(%d) : tensor<?x64xf32>
  %qs = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<?x64xbf16>) outs(%e : tensor<?x64xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %half : f32
    linalg.yield %p : f32
  } -> tensor<?x64xf32>
  %g = tensor.empty(%d) : tensor<?x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%g : tensor<?x8xf32>) -> tensor<?x8xf32>
  %s = linalg.matmul ins(%qs, %k : tensor<?x64xf32>, tensor<64x8xf32>) outs(%init : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %s : tensor<?x8xf32>
}
