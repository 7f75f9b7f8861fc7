// RUN: lowp-opt %s --lowp-simplify-views=only=drop-unit-dims | FileCheck %s

#batch = affine_map<(d0, d1) -> (0, d0, d1)>
#matrix = affine_map<(d0, d1) -> (d0, d1)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1, 0)>

// The only matrix of a batch is a view of it.
// CHECK-LABEL: func.func @copied(
// CHECK-NEXT:    %[[VIEW:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<1x64x32xbf16> into tensor<64x32xbf16>
// CHECK-NEXT:    return %[[VIEW]]
func.func @copied(%x: tensor<1x64x32xbf16>) -> tensor<64x32xbf16> {
  %e = tensor.empty() : tensor<64x32xbf16>
  %r = linalg.generic {indexing_maps = [#batch, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x64x32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    linalg.yield %a : bf16
  } -> tensor<64x32xbf16>
  return %r : tensor<64x32xbf16>
}

// The first matrix of two is not one.
// CHECK-LABEL: func.func @first_of_two(
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : tensor<2x64x32xbf16>)
func.func @first_of_two(%x: tensor<2x64x32xbf16>) -> tensor<64x32xbf16> {
  %e = tensor.empty() : tensor<64x32xbf16>
  %r = linalg.generic {indexing_maps = [#batch, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x64x32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    linalg.yield %a : bf16
  } -> tensor<64x32xbf16>
  return %r : tensor<64x32xbf16>
}

// The sum of a batch of one and of its only matrix, of any length, is that of matrices;
// a factor of each row loses its last dimension with the batch. What is known of the op
// stays with it.
// CHECK-LABEL: func.func @residual(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<1x?x32xf32>, %[[S:[^:]*]]: tensor<1x?x1xf32>, %[[Y:[^:]*]]: tensor<?x32xf32>)
// CHECK-DAG:     %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]] : tensor<1x?x32xf32> into tensor<?x32xf32>
// CHECK-DAG:     %[[FACTORS:.*]] = tensor.collapse_shape %[[S]] {{\[}}[0, 1, 2]] : tensor<1x?x1xf32> into tensor<?xf32>
// CHECK-DAG:     %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x32xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[ROWS]], %[[FACTORS]], %[[Y]] : tensor<?x32xf32>, tensor<?xf32>, tensor<?x32xf32>) outs(%[[EMPTY]] : tensor<?x32xf32>) attrs = {test.mark}
// CHECK:         tensor.expand_shape %[[SUM]] {{\[}}[0, 1], [2]] output_shape [1, %{{.*}}, 32]
func.func @residual(%x: tensor<1x?x32xf32>, %s: tensor<1x?x1xf32>, %y: tensor<?x32xf32>) -> tensor<1x?x32xf32> {
  %c1 = arith.constant 1 : index
  %t = tensor.dim %x, %c1 : tensor<1x?x32xf32>
  %e = tensor.empty(%t) : tensor<1x?x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #rows, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s, %y : tensor<1x?x32xf32>, tensor<1x?x1xf32>, tensor<?x32xf32>) outs(%e : tensor<1x?x32xf32>) attrs = {test.mark} {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %c : f32
    linalg.yield %q : f32
  } -> tensor<1x?x32xf32>
  return %r : tensor<1x?x32xf32>
}

// Tensors that all have the dimension keep it, whatever else repeats: reshapes would
// stand between them and what slices or transposes them.
// CHECK-LABEL: func.func @alike(
// CHECK-NOT:     collapse_shape
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<1x64x32xf32>, tensor<1x64x1xf32>, tensor<32xf32>)
func.func @alike(%x: tensor<1x64x32xf32>, %s: tensor<1x64x1xf32>, %w: tensor<32xf32>) -> tensor<1x64x32xf32> {
  %e = tensor.empty() : tensor<1x64x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, affine_map<(d0, d1, d2) -> (d2)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s, %w : tensor<1x64x32xf32>, tensor<1x64x1xf32>, tensor<32xf32>) outs(%e : tensor<1x64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    linalg.yield %q : f32
  } -> tensor<1x64x32xf32>
  return %r : tensor<1x64x32xf32>
}

// The gradient of a bias: a sum over rows, which begins where it did.
// CHECK-LABEL: func.func @sum(
// CHECK:         %[[INIT:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<32xf32>)
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<64x32xf32>) outs(%[[INIT]] : tensor<32xf32>)
func.func @sum(%x: tensor<1x64x32xf32>) -> tensor<1x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x32xf32>) -> tensor<1x1x32xf32>
  %r = linalg.generic {indexing_maps = [#batch, affine_map<(d0, d1) -> (0, 0, d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1x64x32xf32>) outs(%f : tensor<1x1x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<1x1x32xf32>
  return %r : tensor<1x1x32xf32>
}

// One row is multiplied as a row: its loop is that of the matmul.
// CHECK-LABEL: func.func @one_row(
// CHECK:         %[[ROW:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1, 2], [3]] : tensor<1x1x1x32xbf16> into tensor<1x32xbf16>
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[ROW]], %{{.*}} : tensor<1x32xbf16>, tensor<64x32xbf16>) outs(%{{.*}} : tensor<1x64xf32>)
func.func @one_row(%x: tensor<1x1x1x32xbf16>, %w: tensor<64x32xbf16>, %init: tensor<1x64xf32>) -> tensor<1x64xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (0, 0, m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x1x1x32xbf16>, tensor<64x32xbf16>) outs(%init : tensor<1x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x64xf32>
  return %r : tensor<1x64xf32>
}

// A sum of products of functions of elements at one place is not one of matrices, though
// neither factor has the loop over the batch, and not all loops.
// CHECK-LABEL: func.func @gradient_of_norm(
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%{{.*}}, %{{.*}} : tensor<64x32xf32>, tensor<64x32xf32>) outs(%{{.*}} : tensor<32xf32>)
func.func @gradient_of_norm(%x: tensor<64x32xf32>, %g: tensor<64x32xf32>, %init: tensor<1x32xf32>) -> tensor<1x32xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(b, t, n) -> (t, n)>, affine_map<(b, t, n) -> (t, n)>, affine_map<(b, t, n) -> (b, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %g : tensor<64x32xf32>, tensor<64x32xf32>) outs(%init : tensor<1x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %e = math.exp %a : f32
    %p = arith.mulf %e, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x32xf32>
  return %r : tensor<1x32xf32>
}

// A matrix that a contraction reads at 0 of a batch of one has as many dimensions as
// there are loops, and is one all the same.
// CHECK-LABEL: func.func @operand(
// CHECK:         %[[X:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<1x16x32xbf16> into tensor<16x32xbf16>
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<16x32xbf16>, tensor<64x32xbf16>)
func.func @operand(%x: tensor<1x16x32xbf16>, %w: tensor<64x32xbf16>, %init: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (0, m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x16x32xbf16>, tensor<64x32xbf16>) outs(%init : tensor<16x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// A size that one operand of a contraction knows is that of the others.
// CHECK-LABEL: func.func @known_sizes(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x8x64xbf16>, %[[W:[^:]*]]: tensor<4x?x64xbf16>,
// CHECK:         %[[KNOWN:.*]] = tensor.cast %[[X]] : tensor<?x8x64xbf16> to tensor<4x8x64xbf16>
// CHECK:         %[[COLUMNS:.*]] = tensor.cast %[[W]] : tensor<4x?x64xbf16> to tensor<4x32x64xbf16>
// CHECK:         linalg.batch_matmul {{.*}} ins(%[[KNOWN]], %[[COLUMNS]] :
func.func @known_sizes(%x: tensor<?x8x64xbf16>, %w: tensor<4x?x64xbf16>, %i: tensor<?x8x32xbf16>) -> tensor<?x8x32xbf16> {
  %r = linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%x, %w : tensor<?x8x64xbf16>, tensor<4x?x64xbf16>) outs(%i : tensor<?x8x32xbf16>) -> tensor<?x8x32xbf16>
  return %r : tensor<?x8x32xbf16>
}
