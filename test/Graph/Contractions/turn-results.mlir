// RUN: lowp-opt %s --lowp-normalize-contractions=only=turn-results --canonicalize | FileCheck %s

// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>

// CHECK-LABEL: func.func @gradient(
// CHECK-SAME:    %[[DY:[^:]*]]: tensor<256x64xbf16>, %[[X:[^:]*]]: tensor<64x512xbf16>)
// CHECK:         %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<512x256xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[TURNED]]]
// CHECK-SAME:      ins(%[[DY]], %[[X]] : {{.*}}) outs(%[[ZEROS]] : tensor<512x256xf32>)
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<512x256xf32>)
// CHECK:           arith.truncf
// CHECK-NOT:     linalg.transpose
// CHECK:         return %[[Y]]
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @gradient(%dy: tensor<256x64xbf16>, %x: tensor<64x512xbf16>) -> tensor<512x256xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %d = linalg.matmul ins(%dy, %x : tensor<256x64xbf16>, tensor<64x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<256x512xf32>) outs(%h : tensor<256x512xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<256x512xbf16>
  %f = tensor.empty() : tensor<512x256xbf16>
  %t = linalg.transpose ins(%r : tensor<256x512xbf16>) outs(%f : tensor<512x256xbf16>) permutation = [1, 0]
  return %t : tensor<512x256xbf16>
}

// The gradient of a weight in f32 is widened before.
// CHECK-LABEL: func.func @widened(
// CHECK:         %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[TURNED]]]
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<512x256xbf16>)
// CHECK:           arith.extf
// CHECK-NOT:     linalg.transpose
// CHECK:         return %[[Y]] : tensor<512x256xf32>
func.func @widened(%dy: tensor<256x64xbf16>, %x: tensor<64x512xbf16>) -> tensor<512x256xf32> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<256x512xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %d = linalg.matmul ins(%dy, %x : tensor<256x64xbf16>, tensor<64x512xbf16>) outs(%init : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %h = tensor.empty() : tensor<256x512xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<256x512xbf16>) outs(%h : tensor<256x512xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %n = arith.extf %a : bf16 to f32
    linalg.yield %n : f32
  } -> tensor<256x512xf32>
  %f = tensor.empty() : tensor<512x256xf32>
  %t = linalg.transpose ins(%w : tensor<256x512xf32>) outs(%f : tensor<512x256xf32>) permutation = [1, 0]
  return %t : tensor<512x256xf32>
}

// Matrices of heads, one after the other, are turned; a transpose moves their rows.
// CHECK-LABEL: func.func @heads(
// CHECK:         %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<2x8x64xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[ZEROS]] : tensor<2x8x64xf32>)
// CHECK:         %[[Y:.*]] = linalg.transpose ins(%[[SUM]] : tensor<2x8x64xf32>) outs(%{{.*}} : tensor<8x2x64xf32>) permutation = [1, 0, 2]
// CHECK:         return %[[Y]]
func.func @heads(%v: tensor<2x64x4xf32>, %p: tensor<2x4x8xf32>) -> tensor<8x2x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x64x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %d = linalg.batch_matmul ins(%v, %p : tensor<2x64x4xf32>, tensor<2x4x8xf32>) outs(%init : tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %f = tensor.empty() : tensor<8x2x64xf32>
  %t = linalg.transpose ins(%d : tensor<2x64x8xf32>) outs(%f : tensor<8x2x64xf32>) permutation = [2, 0, 1]
  return %t : tensor<8x2x64xf32>
}

// Rows of groups that lie between each other are computed group by group; a transpose moves the rows.
// CHECK-LABEL: func.func @between(
// CHECK:         %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<2x16x8xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[ZEROS]] : tensor<2x16x8xf32>)
// CHECK:         %[[Y:.*]] = linalg.transpose ins(%[[SUM]] : tensor<2x16x8xf32>) outs(%{{.*}} : tensor<16x2x8xf32>) permutation = [1, 0, 2]
// CHECK:         return %[[Y]]
func.func @between(%a: tensor<16x2x4xf32>, %b: tensor<2x4x8xf32>) -> tensor<16x2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x2x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x2x8xf32>) -> tensor<16x2x8xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(m, g, n, k) -> (m, g, k)>, affine_map<(m, g, n, k) -> (g, k, n)>, affine_map<(m, g, n, k) -> (m, g, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x2x4xf32>, tensor<2x4x8xf32>) outs(%init : tensor<16x2x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x2x8xf32>
  return %d : tensor<16x2x8xf32>
}

// Onto a tensor that is no zeros they stay where this has them, and so does what counts groups last.
// CHECK-LABEL: func.func @kept_between(
// CHECK-SAME:    %[[ONTO:[^:]*]]: tensor<16x2x8xf32>)
// CHECK:         linalg.generic {{.*}} outs(%[[ONTO]] : tensor<16x2x8xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<16x8x2xf32>)
// CHECK-NOT:     linalg.transpose
func.func @kept_between(%a: tensor<16x2x4xf32>, %b: tensor<2x4x8xf32>, %onto: tensor<16x2x8xf32>) -> (tensor<16x2x8xf32>, tensor<16x8x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8x2xf32>) -> tensor<16x8x2xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(m, g, n, k) -> (m, g, k)>, affine_map<(m, g, n, k) -> (g, k, n)>, affine_map<(m, g, n, k) -> (m, g, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x2x4xf32>, tensor<2x4x8xf32>) outs(%onto : tensor<16x2x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x2x8xf32>
  %f = linalg.generic {indexing_maps = [affine_map<(m, g, n, k) -> (m, g, k)>, affine_map<(m, g, n, k) -> (g, k, n)>, affine_map<(m, g, n, k) -> (m, n, g)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x2x4xf32>, tensor<2x4x8xf32>) outs(%init : tensor<16x8x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x8x2xf32>
  return %d, %f : tensor<16x2x8xf32>, tensor<16x8x2xf32>
}

// Somebody reads the result as it is; a recipe says which operand is the lhs;
// heads keep their neighbours; no kernel stores elements of different heads as
// neighbours.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-4: linalg.transpose
func.func @kept(%a: tensor<8x4xf32>, %b: tensor<4x16xf32>, %p: tensor<2x8x4xf32>, %q: tensor<2x4x16xf32>)
    -> (tensor<8x16xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x2x16xf32>, tensor<8x16x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %d = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x16xf32>) outs(%init : tensor<8x16xf32>) -> tensor<8x16xf32>
  %f = tensor.empty() : tensor<16x8xf32>
  %t = linalg.transpose ins(%d : tensor<8x16xf32>) outs(%f : tensor<16x8xf32>) permutation = [1, 0]
  %g = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%a, %b : tensor<8x4xf32>, tensor<4x16xf32>) outs(%init : tensor<8x16xf32>) -> tensor<8x16xf32>
  %u = linalg.transpose ins(%g : tensor<8x16xf32>) outs(%f : tensor<16x8xf32>) permutation = [1, 0]
  %h = tensor.empty() : tensor<2x8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%h : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %k = linalg.batch_matmul ins(%p, %q : tensor<2x8x4xf32>, tensor<2x4x16xf32>) outs(%zeros : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %l = tensor.empty() : tensor<8x2x16xf32>
  %v = linalg.transpose ins(%k : tensor<2x8x16xf32>) outs(%l : tensor<8x2x16xf32>) permutation = [1, 0, 2]
  %m = linalg.batch_matmul ins(%p, %q : tensor<2x8x4xf32>, tensor<2x4x16xf32>) outs(%zeros : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %n = tensor.empty() : tensor<8x16x2xf32>
  %w = linalg.transpose ins(%m : tensor<2x8x16xf32>) outs(%n : tensor<8x16x2xf32>) permutation = [1, 2, 0]
  return %d, %t, %u, %v, %w : tensor<8x16xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x2x16xf32>, tensor<8x16x2xf32>
}
