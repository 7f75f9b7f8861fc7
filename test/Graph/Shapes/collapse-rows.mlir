// RUN: lowp-opt %s --lowp-simplify-views=only=collapse-rows --cse | FileCheck %s

#id = affine_map<(b, t, c) -> (b, t, c)>
#row = affine_map<(b, t, c) -> (b, t, 0)>
#weight = affine_map<(b, t, c) -> (c)>

// A norm before a matmul, and a residual after it: one space of rows.
// CHECK-LABEL: func.func @layer(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x?x256xf32>
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]] : tensor<8x?x256xf32> into tensor<?x256xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[ROWS]] : tensor<?x256xf32>) outs(%{{.*}} : tensor<?xf32>)
// CHECK: %[[NORM:.*]] = linalg.generic {{.*}} ins(%[[ROWS]], %[[SUM]], %{{.*}} : tensor<?x256xf32>, tensor<?xf32>, tensor<256xf32>)
// CHECK: %[[Y:.*]] = linalg.matmul ins(%[[NORM]],
// CHECK: %[[Z:.*]] = linalg.generic {{.*}} ins(%[[ROWS]], %[[Y]] : tensor<?x256xf32>, tensor<?x256xf32>)
// CHECK: %[[OUT:.*]] = tensor.expand_shape %[[Z]]
// CHECK: return %[[OUT]]
func.func @layer(%x: tensor<8x?x256xf32>, %w: tensor<256xf32>, %m: tensor<256x256xf32>) -> tensor<8x?x256xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %t = tensor.dim %x, %c1 : tensor<8x?x256xf32>
  %rows = arith.muli %t, %c8 : index
  %se = tensor.empty(%t) : tensor<8x?x1xf32>
  %si = linalg.fill ins(%zero : f32) outs(%se : tensor<8x?x1xf32>) -> tensor<8x?x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<8x?x256xf32>) outs(%si : tensor<8x?x1xf32>) {
  ^bb0(%a: f32, %old: f32):
    %p = arith.addf %a, %old : f32
    linalg.yield %p : f32
  } -> tensor<8x?x1xf32>
  %e = tensor.empty(%t) : tensor<8x?x256xf32>
  %n = linalg.generic {indexing_maps = [#id, #row, #weight, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s, %w : tensor<8x?x256xf32>, tensor<8x?x1xf32>, tensor<256xf32>) outs(%e : tensor<8x?x256xf32>) {
  ^bb0(%a: f32, %r: f32, %b: f32, %old: f32):
    %p = arith.divf %a, %r : f32
    %q = arith.mulf %p, %b : f32
    linalg.yield %q : f32
  } -> tensor<8x?x256xf32>
  %c = tensor.collapse_shape %n [[0, 1], [2]] : tensor<8x?x256xf32> into tensor<?x256xf32>
  %ye = tensor.empty(%rows) : tensor<?x256xf32>
  %yi = linalg.fill ins(%zero : f32) outs(%ye : tensor<?x256xf32>) -> tensor<?x256xf32>
  %y = linalg.matmul ins(%c, %m : tensor<?x256xf32>, tensor<256x256xf32>) outs(%yi : tensor<?x256xf32>) -> tensor<?x256xf32>
  %y3 = tensor.expand_shape %y [[0, 1], [2]] output_shape [8, %t, 256] : tensor<?x256xf32> into tensor<8x?x256xf32>
  %z = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %y3 : tensor<8x?x256xf32>, tensor<8x?x256xf32>) outs(%e : tensor<8x?x256xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %p = arith.addf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<8x?x256xf32>
  return %z : tensor<8x?x256xf32>
}

// One sequence is no batch, and neighbours of tokens are no neighbours here.
// CHECK-LABEL: func.func @kept(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x64x256xf32>)
// CHECK: tensor.collapse_shape
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x8x256xf32>)
// CHECK: tensor.collapse_shape
func.func @kept(%x: tensor<1x64x256xf32>, %y: tensor<64x8x256xf32>) -> (tensor<64x256xf32>, tensor<512x256xf32>) {
  %e = tensor.empty() : tensor<1x64x256xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x64x256xf32>) outs(%e : tensor<1x64x256xf32>) {
  ^bb0(%v: f32, %old: f32):
    %p = arith.negf %v : f32
    linalg.yield %p : f32
  } -> tensor<1x64x256xf32>
  %b = tensor.collapse_shape %a [[0, 1], [2]] : tensor<1x64x256xf32> into tensor<64x256xf32>
  %f = tensor.empty() : tensor<8x64x256xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(b, t, c) -> (t, b, c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<64x8x256xf32>) outs(%f : tensor<8x64x256xf32>) {
  ^bb0(%v: f32, %old: f32):
    %p = arith.negf %v : f32
    linalg.yield %p : f32
  } -> tensor<8x64x256xf32>
  %d = tensor.collapse_shape %c [[0, 1], [2]] : tensor<8x64x256xf32> into tensor<512x256xf32>
  return %b, %d : tensor<64x256xf32>, tensor<512x256xf32>
}

// A weight that is a part of all parameters in one row stays a matrix.
// CHECK-LABEL: func.func @flat_weight(
// CHECK: tensor.expand_shape
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x256xbf16>)
// CHECK-NOT: tensor.collapse_shape
func.func @flat_weight(%p: tensor<16384xbf16>) -> tensor<64x256xf32> {
  %w = tensor.expand_shape %p [[0, 1]] output_shape [64, 256] : tensor<16384xbf16> into tensor<64x256xbf16>
  %e = tensor.empty() : tensor<64x256xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x256xbf16>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: bf16, %old: f32):
    %v = arith.extf %a : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// The position within a sequence is the rest of the row's number.
// CHECK-LABEL: func.func @positions(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x?x256xf32>
// CHECK-DAG: %[[T:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[ROWS:.*]] = tensor.collapse_shape %[[X]]
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]] : tensor<?x256xf32>)
// CHECK: %[[ROW:.*]] = linalg.index 0 : index
// CHECK: %[[TOKEN:.*]] = arith.remsi %[[ROW]], %[[T]] : index
// CHECK: arith.index_cast %[[TOKEN]]
func.func @positions(%x: tensor<8x?x256xf32>) -> tensor<?x256xf32> {
  %c1 = arith.constant 1 : index
  %t = tensor.dim %x, %c1 : tensor<8x?x256xf32>
  %e = tensor.empty(%t) : tensor<8x?x256xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<8x?x256xf32>) outs(%e : tensor<8x?x256xf32>) {
  ^bb0(%a: f32, %old: f32):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %p = arith.addf %a, %f : f32
    linalg.yield %p : f32
  } -> tensor<8x?x256xf32>
  %c = tensor.collapse_shape %y [[0, 1], [2]] : tensor<8x?x256xf32> into tensor<?x256xf32>
  return %c : tensor<?x256xf32>
}

// The gradient of a weight reads rows of a batch as columns: those of the matrix that other matmuls read.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x32x16xf32>
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]] : tensor<4x32x16xf32> into tensor<128x16xf32>
// CHECK: %[[COLUMNS:.*]] = linalg.generic {{.*}} ins(%[[ROWS]] : tensor<128x16xf32>) outs(%{{.*}} : tensor<16x128xf32>)
// CHECK: return %[[ROWS]], %[[COLUMNS]]
func.func @transposed(%x: tensor<4x32x16xf32>) -> (tensor<128x16xf32>, tensor<16x128xf32>) {
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x32x16xf32> into tensor<128x16xf32>
  %e = tensor.empty() : tensor<16x4x32xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(c, b, t) -> (b, t, c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<4x32x16xf32>) outs(%e : tensor<16x4x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<16x4x32xf32>
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<16x4x32xf32> into tensor<16x128xf32>
  return %r, %c : tensor<128x16xf32>, tensor<16x128xf32>
}

// Numbers that no batch has, and rows that stay rows.
// CHECK-LABEL: func.func @not_transposed(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x8x16xf32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<16x8x16xf32> into tensor<16x128xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x4x32xf32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<16x4x32xf32> into tensor<16x128xf32>
func.func @not_transposed(%x: tensor<8x16x16xf32>, %y: tensor<4x16x32xf32>, %z: tensor<4x32x16xf32>) -> (tensor<16x128xf32>, tensor<16x128xf32>, tensor<128x16xf32>) {
  %e = tensor.empty() : tensor<16x8x16xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(c, b, t) -> (b, t, c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<8x16x16xf32>) outs(%e : tensor<16x8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<16x8x16xf32>
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<16x8x16xf32> into tensor<16x128xf32>
  %f = tensor.empty() : tensor<16x4x32xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(t, b, c) -> (b, t, c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<4x16x32xf32>) outs(%f : tensor<16x4x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<16x4x32xf32>
  %d = tensor.collapse_shape %u [[0], [1, 2]] : tensor<16x4x32xf32> into tensor<16x128xf32>
  %r = tensor.collapse_shape %z [[0, 1], [2]] : tensor<4x32x16xf32> into tensor<128x16xf32>
  return %c, %d, %r : tensor<16x128xf32>, tensor<16x128xf32>, tensor<128x16xf32>
}
