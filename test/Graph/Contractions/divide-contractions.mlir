// RUN: lowp-opt %s --lowp-normalize-contractions=only=divide-contractions | FileCheck %s

// CHECK-DAG: #[[TOKENS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[EXPERTS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[ROTATED_X:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>
// CHECK-DAG: #[[ROTATED_W:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4, d1)>

#eij = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#eji = affine_map<(d0, d1, d2) -> (d0, d2, d1)>

// Columns of the weights of experts: a batch, which reads tokens once for each.
// CHECK-LABEL: func.func @experts(
// CHECK-SAME:    %[[W:[^:]*]]: tensor<8x64x32xbf16>, %[[X:[^:]*]]: tensor<64x16xbf16>)
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[W]]
// CHECK:         %[[R:.*]] = linalg.broadcast ins(%[[X]] : tensor<64x16xbf16>) outs(%{{.*}} : tensor<8x64x16xbf16>) dimensions = [0]
// CHECK:         %[[Y:.*]] = linalg.generic {indexing_maps = [#[[EXPERTS]], #[[TOKENS]], #[[RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK-SAME:      ins(%[[T]], %[[R]] : tensor<8x32x64xbf16>, tensor<8x64x16xbf16>) outs(%{{.*}} : tensor<8x32x16xf32>)
// CHECK:         return %[[Y]]
func.func @experts(%w: tensor<8x64x32xbf16>, %x: tensor<64x16xbf16>) -> tensor<8x32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32x64xbf16>
  %t = linalg.transpose ins(%w : tensor<8x64x32xbf16>) outs(%e : tensor<8x32x64xbf16>) permutation = [0, 2, 1]
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<8x32x64xbf16> into tensor<256x64xbf16>
  %f = tensor.empty() : tensor<256x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<256x16xf32>) -> tensor<256x16xf32>
  %d = linalg.matmul ins(%c, %x : tensor<256x64xbf16>, tensor<64x16xbf16>) outs(%z : tensor<256x16xf32>) -> tensor<256x16xf32>
  %y = tensor.expand_shape %d [[0, 1], [2]] output_shape [8, 32, 16] : tensor<256x16xf32> into tensor<8x32x16xf32>
  return %y : tensor<8x32x16xf32>
}

// Queries in groups, on tokens of which the larger number are rows.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME:    %[[K:[^:]*]]: tensor<2x32x64xbf16>, %[[Q:[^:]*]]: tensor<16x2x3x64xbf16>)
// CHECK:         %[[R:.*]] = linalg.broadcast ins(%[[K]] : tensor<2x32x64xbf16>) outs(%{{.*}} : tensor<3x2x32x64xbf16>) dimensions = [0]
// CHECK:         linalg.generic {{.*}} ins(%[[R]], %{{.*}} : tensor<3x2x32x64xbf16>, tensor<2x64x16x3xbf16>) outs(%{{.*}} : tensor<2x32x16x3xf32>)
func.func @groups(%k: tensor<2x32x64xbf16>, %q: tensor<16x2x3x64xbf16>) -> tensor<2x32x16x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x64x16x3xbf16>
  %t = linalg.transpose ins(%q : tensor<16x2x3x64xbf16>) outs(%e : tensor<2x64x16x3xbf16>) permutation = [1, 3, 0, 2]
  %c = tensor.collapse_shape %t [[0], [1], [2, 3]] : tensor<2x64x16x3xbf16> into tensor<2x64x48xbf16>
  %f = tensor.empty() : tensor<2x32x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %d = linalg.batch_matmul ins(%k, %c : tensor<2x32x64xbf16>, tensor<2x64x48xbf16>) outs(%z : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %y = tensor.expand_shape %d [[0], [1], [2, 3]] output_shape [2, 32, 16, 3] : tensor<2x32x48xf32> into tensor<2x32x16x3xf32>
  return %y : tensor<2x32x16x3xf32>
}

// A batch of sequences and heads whose results are turned: two dimensions.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME:    %[[V:[^:]*]]: tensor<2x4x64x32xbf16>, %[[P:[^:]*]]: tensor<8x32x16xbf16>)
// CHECK:         %[[E:.*]] = tensor.expand_shape %[[P]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 4, 32, 16]
// CHECK:         linalg.generic {{.*}} ins(%[[V]], %[[E]] : tensor<2x4x64x32xbf16>, tensor<2x4x32x16xbf16>) outs(%{{.*}} : tensor<2x4x64x16xf32>)
func.func @turned(%v: tensor<2x4x64x32xbf16>, %p: tensor<8x32x16xbf16>) -> tensor<2x16x4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x64x32xbf16> into tensor<8x64x32xbf16>
  %f = tensor.empty() : tensor<8x64x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
  %d = linalg.batch_matmul ins(%c, %p : tensor<8x64x32xbf16>, tensor<8x32x16xbf16>) outs(%z : tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
  %x = tensor.expand_shape %d [[0, 1], [2], [3]] output_shape [2, 4, 64, 16] : tensor<8x64x16xf32> into tensor<2x4x64x16xf32>
  %e = tensor.empty() : tensor<2x16x4x64xf32>
  %y = linalg.transpose ins(%x : tensor<2x4x64x16xf32>) outs(%e : tensor<2x16x4x64xf32>) permutation = [0, 3, 1, 2]
  return %y : tensor<2x16x4x64xf32>
}

// The same of what torch rounds first, also where only a dimension of size 1 is added: it is rounded afterwards.
// CHECK-LABEL: func.func @rounded(
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<4x64x32xbf16>, %[[S:[^:]*]]: tensor<4x32x16xbf16>)
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x4x64x16xf32>)
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<1x4x64x16xf32>) outs(%{{.*}} : tensor<1x4x64x16xbf16>)
// CHECK:           arith.truncf
// CHECK:         linalg.transpose ins(%[[Y]] : tensor<1x4x64x16xbf16>)
func.func @rounded(%q: tensor<4x64x32xbf16>, %s: tensor<4x32x16xbf16>) -> tensor<1x4x16x64xbf16> {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<4x64x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
  %d = linalg.batch_matmul ins(%q, %s : tensor<4x64x32xbf16>, tensor<4x32x16xbf16>) outs(%z : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
  %h = tensor.empty() : tensor<4x64x16xbf16>
  %r = linalg.generic {indexing_maps = [#eij, #eij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d : tensor<4x64x16xf32>) outs(%h : tensor<4x64x16xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<4x64x16xbf16>
  %x = tensor.expand_shape %r [[0, 1], [2], [3]] output_shape [1, 4, 64, 16] : tensor<4x64x16xbf16> into tensor<1x4x64x16xbf16>
  %e = tensor.empty() : tensor<1x4x16x64xbf16>
  %y = linalg.transpose ins(%x : tensor<1x4x64x16xbf16>) outs(%e : tensor<1x4x16x64xbf16>) permutation = [0, 1, 3, 2]
  return %y : tensor<1x4x16x64xbf16>
}

// Gradients of queries in groups, which JAX copies twice and rounds: rows are the tokens, as they lie in what is copied.
// CHECK-LABEL: func.func @copied_twice(
// CHECK:         %[[R:.*]] = linalg.broadcast ins(%{{.*}} : tensor<2x64x32xbf16>) outs(%{{.*}} : tensor<3x2x64x32xbf16>) dimensions = [0]
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[R]] : tensor<2x16x3x64xbf16>, tensor<3x2x64x32xbf16>) outs(%{{.*}} : tensor<2x16x3x32xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[SUM]] : tensor<2x16x3x32xf32>)
// CHECK:           arith.truncf
func.func @copied_twice(%s: tensor<2x3x16x64xbf16>, %k: tensor<2x64x32xbf16>) -> tensor<2x16x3x32xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x64x16x3xbf16>
  %t = linalg.transpose ins(%s : tensor<2x3x16x64xbf16>) outs(%e : tensor<2x64x16x3xbf16>) permutation = [0, 3, 2, 1]
  %g = tensor.empty() : tensor<2x16x3x64xbf16>
  %u = linalg.transpose ins(%t : tensor<2x64x16x3xbf16>) outs(%g : tensor<2x16x3x64xbf16>) permutation = [0, 2, 3, 1]
  %c = tensor.collapse_shape %u [[0], [1, 2], [3]] : tensor<2x16x3x64xbf16> into tensor<2x48x64xbf16>
  %f = tensor.empty() : tensor<2x48x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<2x48x32xf32>) -> tensor<2x48x32xf32>
  %d = linalg.batch_matmul ins(%c, %k : tensor<2x48x64xbf16>, tensor<2x64x32xbf16>) outs(%z : tensor<2x48x32xf32>) -> tensor<2x48x32xf32>
  %h = tensor.empty() : tensor<2x48x32xbf16>
  %r = linalg.generic {indexing_maps = [#eij, #eij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d : tensor<2x48x32xf32>) outs(%h : tensor<2x48x32xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<2x48x32xbf16>
  %y = tensor.expand_shape %r [[0], [1, 2], [3]] output_shape [2, 16, 3, 32] : tensor<2x48x32xbf16> into tensor<2x16x3x32xbf16>
  return %y : tensor<2x16x3x32xbf16>
}

// Rows of a projection that are rounded before they are taken apart are those of one matrix; of what two read, each has its own.
// CHECK-LABEL: func.func @kept_rounded(
// CHECK:         linalg.matmul
// CHECK:         linalg.batch_matmul
func.func @kept_rounded(%v: tensor<4x64x8x32xbf16>, %w: tensor<256x16xbf16>, %q: tensor<4x64x32xbf16>, %s: tensor<4x32x16xbf16>)
    -> (tensor<4x8x64x16xbf16>, tensor<4x64x16xbf16>, tensor<1x4x16x64xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8x64x32xbf16>
  %t = linalg.transpose ins(%v : tensor<4x64x8x32xbf16>) outs(%e : tensor<4x8x64x32xbf16>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0, 1, 2], [3]] : tensor<4x8x64x32xbf16> into tensor<2048x32xbf16>
  %u = tensor.extract_slice %w[0, 0] [32, 16] [1, 1] : tensor<256x16xbf16> to tensor<32x16xbf16>
  %f = tensor.empty() : tensor<2048x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<2048x16xf32>) -> tensor<2048x16xf32>
  %d = linalg.matmul ins(%c, %u : tensor<2048x32xbf16>, tensor<32x16xbf16>) outs(%z : tensor<2048x16xf32>) -> tensor<2048x16xf32>
  %h = tensor.empty() : tensor<2048x16xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<2048x16xf32>) outs(%h : tensor<2048x16xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<2048x16xbf16>
  %y = tensor.expand_shape %r [[0, 1, 2], [3]] output_shape [4, 8, 64, 16] : tensor<2048x16xbf16> into tensor<4x8x64x16xbf16>

  %g = tensor.empty() : tensor<4x64x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%g : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
  %b = linalg.batch_matmul ins(%q, %s : tensor<4x64x32xbf16>, tensor<4x32x16xbf16>) outs(%zeros : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
  %i = tensor.empty() : tensor<4x64x16xbf16>
  %k = linalg.generic {indexing_maps = [#eij, #eij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b : tensor<4x64x16xf32>) outs(%i : tensor<4x64x16xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<4x64x16xbf16>
  %x = tensor.expand_shape %k [[0, 1], [2], [3]] output_shape [1, 4, 64, 16] : tensor<4x64x16xbf16> into tensor<1x4x64x16xbf16>
  %l = tensor.empty() : tensor<1x4x16x64xbf16>
  %m = linalg.transpose ins(%x : tensor<1x4x64x16xbf16>) outs(%l : tensor<1x4x16x64xbf16>) permutation = [0, 1, 3, 2]
  return %y, %k, %m : tensor<4x8x64x16xbf16>, tensor<4x64x16xbf16>, tensor<1x4x16x64xbf16>
}

// Heads and their elements, which both operands have in another order than the sum, are read as they lie.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<16x4x8xbf16>, %[[W:[^:]*]]: tensor<4x8x32xbf16>, %[[INIT:[^:]*]]: tensor<16x32xf32>)
// CHECK-NOT:     linalg.transpose
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
// CHECK-SAME:      ins(%[[X]], %[[W]] : tensor<16x4x8xbf16>, tensor<4x8x32xbf16>) outs(%[[INIT]] : tensor<16x32xf32>)
// CHECK:         return %[[Y]]
func.func @sum(%x: tensor<16x4x8xbf16>, %w: tensor<4x8x32xbf16>, %init: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %e = tensor.empty() : tensor<16x8x4xbf16>
  %t = linalg.transpose ins(%x : tensor<16x4x8xbf16>) outs(%e : tensor<16x8x4xbf16>) permutation = [0, 2, 1]
  %f = tensor.empty() : tensor<8x4x32xbf16>
  %u = linalg.transpose ins(%w : tensor<4x8x32xbf16>) outs(%f : tensor<8x4x32xbf16>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<16x8x4xbf16> into tensor<16x32xbf16>
  %d = tensor.collapse_shape %u [[0, 1], [2]] : tensor<8x4x32xbf16> into tensor<32x32xbf16>
  %y = linalg.matmul ins(%c, %d : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}

// Three factors in a rotated order: the loops are in that of memory, not in that of the sum.
// CHECK-LABEL: func.func @rotated(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<16x2x4x8xbf16>, %[[W:[^:]*]]: tensor<2x4x8x32xbf16>
// CHECK:         linalg.generic {indexing_maps = [#[[ROTATED_X]], #[[ROTATED_W]], #{{.*}}], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
// CHECK-SAME:      ins(%[[X]], %[[W]] : tensor<16x2x4x8xbf16>, tensor<2x4x8x32xbf16>)
func.func @rotated(%x: tensor<16x2x4x8xbf16>, %w: tensor<2x4x8x32xbf16>, %init: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %e = tensor.empty() : tensor<16x4x8x2xbf16>
  %t = linalg.transpose ins(%x : tensor<16x2x4x8xbf16>) outs(%e : tensor<16x4x8x2xbf16>) permutation = [0, 2, 3, 1]
  %f = tensor.empty() : tensor<4x8x2x32xbf16>
  %u = linalg.transpose ins(%w : tensor<2x4x8x32xbf16>) outs(%f : tensor<4x8x2x32xbf16>) permutation = [1, 2, 0, 3]
  %c = tensor.collapse_shape %t [[0], [1, 2, 3]] : tensor<16x4x8x2xbf16> into tensor<16x64xbf16>
  %d = tensor.collapse_shape %u [[0, 1, 2], [3]] : tensor<4x8x2x32xbf16> into tensor<64x32xbf16>
  %y = linalg.matmul ins(%c, %d : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}

// A projection onto heads is one matmul; rows that lie in one order are, too; a recipe says which operand is the lhs; operands
// that store a sum in two orders need a copy of one.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-4: linalg.matmul
// CHECK-NOT:     linalg.broadcast
func.func @kept(%x: tensor<16x64xbf16>, %w: tensor<64x32xbf16>, %v: tensor<4x8x64xbf16>, %u: tensor<4x64x8xbf16>, %t: tensor<16x4x8xbf16>, %s: tensor<8x4x32xbf16>)
    -> (tensor<4x16x8xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<16x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<16x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<16x32xf32>) -> tensor<16x32xf32>
  %g = tensor.empty() : tensor<32x16xf32>
  %y = linalg.fill ins(%zero : f32) outs(%g : tensor<32x16xf32>) -> tensor<32x16xf32>
  %k = tensor.empty() : tensor<64x16xbf16>
  %xt = linalg.transpose ins(%x : tensor<16x64xbf16>) outs(%k : tensor<64x16xbf16>) permutation = [1, 0]

  %d0 = linalg.matmul ins(%x, %w : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%z : tensor<16x32xf32>) -> tensor<16x32xf32>
  %e0 = tensor.expand_shape %d0 [[0], [1, 2]] output_shape [16, 4, 8] : tensor<16x32xf32> into tensor<16x4x8xf32>
  %h = tensor.empty() : tensor<4x16x8xf32>
  %r0 = linalg.transpose ins(%e0 : tensor<16x4x8xf32>) outs(%h : tensor<4x16x8xf32>) permutation = [1, 0, 2]

  %c1 = tensor.collapse_shape %v [[0, 1], [2]] : tensor<4x8x64xbf16> into tensor<32x64xbf16>
  %d1 = linalg.matmul ins(%c1, %xt : tensor<32x64xbf16>, tensor<64x16xbf16>) outs(%y : tensor<32x16xf32>) -> tensor<32x16xf32>
  %r1 = tensor.expand_shape %d1 [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>

  %i = tensor.empty() : tensor<4x8x64xbf16>
  %ut = linalg.transpose ins(%u : tensor<4x64x8xbf16>) outs(%i : tensor<4x8x64xbf16>) permutation = [0, 2, 1]
  %c2 = tensor.collapse_shape %ut [[0, 1], [2]] : tensor<4x8x64xbf16> into tensor<32x64xbf16>
  %d2 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>} ins(%c2, %xt : tensor<32x64xbf16>, tensor<64x16xbf16>) outs(%y : tensor<32x16xf32>) -> tensor<32x16xf32>
  %r2 = tensor.expand_shape %d2 [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>

  %l = tensor.empty() : tensor<16x8x4xbf16>
  %tt = linalg.transpose ins(%t : tensor<16x4x8xbf16>) outs(%l : tensor<16x8x4xbf16>) permutation = [0, 2, 1]
  %c3 = tensor.collapse_shape %tt [[0], [1, 2]] : tensor<16x8x4xbf16> into tensor<16x32xbf16>
  %c4 = tensor.collapse_shape %s [[0, 1], [2]] : tensor<8x4x32xbf16> into tensor<32x32xbf16>
  %d3 = linalg.matmul ins(%c3, %c4 : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%z : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r0, %r1, %r2, %d3 : tensor<4x16x8xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<16x32xf32>
}

// One operand has a sum side by side in another order than that, the other many neighbours of its last factor: the latter alone is
// copied, for gemms that read through copies. Their batch lies apart in it, too.
// CHECK-LABEL: func.func @one_order(
// CHECK-SAME:    %[[P:[^:]*]]: tensor<2x3x2x64x32xbf16>, %[[X:[^:]*]]: tensor<2x64x3x2x16xbf16>
// CHECK-NOT:     linalg.transpose
// CHECK:         %[[COPY:.*]] = linalg.transpose ins(%[[X]] : tensor<2x64x3x2x16xbf16>) outs(%{{.*}} : tensor<2x3x2x64x16xbf16>) permutation = [0, 2, 3, 1, 4]
// CHECK:         linalg.generic {{.*}} ins(%[[P]], %[[COPY]] : tensor<2x3x2x64x32xbf16>, tensor<2x3x2x64x16xbf16>)
func.func @one_order(%p: tensor<2x3x2x64x32xbf16>, %x: tensor<2x64x3x2x16xbf16>, %init: tensor<6x32x16xf32>) -> tensor<6x32x16xf32> {
  %e = tensor.empty() : tensor<2x3x32x64x2xbf16>
  %t = linalg.transpose ins(%p : tensor<2x3x2x64x32xbf16>) outs(%e : tensor<2x3x32x64x2xbf16>) permutation = [0, 1, 4, 3, 2]
  %f = tensor.empty() : tensor<2x3x64x2x16xbf16>
  %u = linalg.transpose ins(%x : tensor<2x64x3x2x16xbf16>) outs(%f : tensor<2x3x64x2x16xbf16>) permutation = [0, 2, 1, 3, 4]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3, 4]] : tensor<2x3x32x64x2xbf16> into tensor<6x32x128xbf16>
  %d = tensor.collapse_shape %u [[0, 1], [2, 3], [4]] : tensor<2x3x64x2x16xbf16> into tensor<6x128x16xbf16>
  %y = linalg.batch_matmul ins(%c, %d : tensor<6x32x128xbf16>, tensor<6x128x16xbf16>) outs(%init : tensor<6x32x16xf32>) -> tensor<6x32x16xf32>
  return %y : tensor<6x32x16xf32>
}
