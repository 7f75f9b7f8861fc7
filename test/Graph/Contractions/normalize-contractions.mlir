// RUN: lowp-opt %s --lowp-normalize-contractions=only=name-matmuls --canonicalize | FileCheck %s

// CHECK-DAG: #[[MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>

// Tokens of several sequences are rows of one matrix. A recipe stays.
// CHECK-LABEL: func.func @sequences(
// CHECK-SAME: %[[X:.*]]: tensor<2x?x64xbf16>, %[[W:.*]]: tensor<32x64xbf16>, %[[INIT:.*]]: tensor<2x?x32xf32>
// CHECK-DAG: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<?x64xbf16>
// CHECK-DAG: %[[SUMS:.*]] = tensor.collapse_shape %[[INIT]] {{.*}} into tensor<?x32xf32>
// CHECK: %[[Y:.*]] = linalg.matmul indexing_maps = [#[[MK]], #[[NK]], #[[MN]]] {lowp.recipe = #lowp.matmul_recipe<rowwise>}
// CHECK-SAME: ins(%[[ROWS]], %[[W]] : tensor<?x64xbf16>, tensor<32x64xbf16>) outs(%[[SUMS]] : tensor<?x32xf32>)
// CHECK: tensor.expand_shape %[[Y]] {{.*}} into tensor<2x?x32xf32>
func.func @sequences(%x: tensor<2x?x64xbf16>, %w: tensor<32x64xbf16>, %init: tensor<2x?x32xf32>) -> tensor<2x?x32xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (n, k)>, affine_map<(b, s, n, k) -> (b, s, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x?x64xbf16>, tensor<32x64xbf16>) outs(%init : tensor<2x?x32xf32>)
      attrs = {lowp.recipe = #lowp.matmul_recipe<rowwise>} {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x?x32xf32>
  return %y : tensor<2x?x32xf32>
}

// Loops in another order.
// CHECK-LABEL: func.func @order(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x16xf32>, tensor<16x4xf32>)
func.func @order(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %init: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(k, n, m) -> (m, k)>, affine_map<(k, n, m) -> (k, n)>, affine_map<(k, n, m) -> (m, n)>],
                       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%init : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %b, %a : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// A batch stays generic. What has its sequences in another order is computed in that of the operands, onto what is
// there in that order, and transposed afterwards.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[I3:[a-z0-9]*]]: tensor<8x3x4xf32>)
// CHECK: %[[Y:.*]] = linalg.generic
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[I3]] : tensor<8x3x4xf32>) {{.*}} permutation = [1, 0, 2]
// CHECK: %[[I:.*]] = tensor.collapse_shape %[[T]]
// CHECK: %[[P:.*]] = linalg.matmul {{.*}} outs(%[[I]] : tensor<24x4xf32>)
// CHECK: %[[E:.*]] = tensor.expand_shape %[[P]]
// CHECK: %[[U:.*]] = linalg.transpose ins(%[[E]] : tensor<3x8x4xf32>) {{.*}} permutation = [1, 0, 2]
// CHECK: return %[[Y]], %[[U]]
func.func @kept(%x: tensor<3x8x16xf32>, %w: tensor<3x16x4xf32>, %init: tensor<3x8x4xf32>,
                %b2: tensor<16x4xf32>, %i3: tensor<8x3x4xf32>) -> (tensor<3x8x4xf32>, tensor<8x3x4xf32>) {
  %y = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x8x16xf32>, tensor<3x16x4xf32>) outs(%init : tensor<3x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x8x4xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (m, b, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %b2 : tensor<3x8x16xf32>, tensor<16x4xf32>) outs(%i3 : tensor<8x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x3x4xf32>
  return %y, %u : tensor<3x8x4xf32>, tensor<8x3x4xf32>
}

// What a front end's fusion has put into the body: a factor of its own, computed
// once for each of its elements.

// CHECK-LABEL: func.func @body(
// CHECK-SAME:    %[[G:.*]]: tensor<64x32xf32>, %[[S:.*]]: tensor<64x1xf32>, %[[W:.*]]: tensor<32x16xbf16>
// CHECK:         %[[X:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[S]] : {{.*}}) outs(%{{.*}} : tensor<64x32xbf16>)
// CHECK:           arith.divf
// CHECK:           arith.truncf
// CHECK:         linalg.matmul ins(%[[X]], %[[W]] : tensor<64x32xbf16>, tensor<32x16xbf16>)
func.func @body(%g: tensor<64x32xf32>, %s: tensor<64x1xf32>, %w: tensor<32x16xbf16>, %init: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, 0)>,
                                        affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%g, %s, %w : tensor<64x32xf32>, tensor<64x1xf32>, tensor<32x16xbf16>) outs(%init : tensor<64x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: bf16, %out: f32):
    %q = arith.divf %a, %b : f32
    %r = arith.truncf %q : f32 to bf16
    %x = arith.extf %r : bf16 to f32
    %v = arith.extf %c : bf16 to f32
    %p = arith.mulf %x, %v : f32
    %t = arith.addf %out, %p : f32
    linalg.yield %t : f32
  } -> tensor<64x16xf32>
  return %y : tensor<64x16xf32>
}

// A sum along rows of products whose factors depend on all loops is no matmul.

// CHECK-LABEL: func.func @dot(
// CHECK:         linalg.generic
// CHECK:           math.exp
// CHECK:           arith.mulf
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic
func.func @dot(%x: tensor<64x32xf32>, %w: tensor<64x32xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<64x32xf32>, tensor<64x32xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = math.exp %a : f32
    %p = arith.mulf %e, %b : f32
    %t = arith.addf %out, %p : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// The columns of a weight are divided into heads after a transpose: one matmul
// on the weight as it is stored.

// CHECK-LABEL: func.func @heads_of_weight(
// CHECK-SAME:    %[[X:.*]]: tensor<64x32xbf16>, %[[W:.*]]: tensor<4x16x32xbf16>
// CHECK:         %[[N:.*]] = tensor.collapse_shape %[[W]] {{\[}}[0, 1], [2]] : tensor<4x16x32xbf16> into tensor<64x32xbf16>
// CHECK:         linalg.matmul indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}] ins(%[[X]], %[[N]] :
func.func @heads_of_weight(%x: tensor<64x32xbf16>, %w: tensor<4x16x32xbf16>, %init: tensor<64x4x16xf32>) -> tensor<64x4x16xf32> {
  %e = tensor.empty() : tensor<32x4x16xbf16>
  %t = linalg.transpose ins(%w : tensor<4x16x32xbf16>) outs(%e : tensor<32x4x16xbf16>) permutation = [2, 0, 1]
  %y = linalg.generic {indexing_maps = [affine_map<(m, h, n, k) -> (m, k)>, affine_map<(m, h, n, k) -> (k, h, n)>,
                                        affine_map<(m, h, n, k) -> (m, h, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %t : tensor<64x32xbf16>, tensor<32x4x16xbf16>) outs(%init : tensor<64x4x16xf32>) {
  ^bb0(%a: bf16, %b: bf16, %out: f32):
    %c = arith.extf %a : bf16 to f32
    %d = arith.extf %b : bf16 to f32
    %p = arith.mulf %c, %d : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x4x16xf32>
  return %y : tensor<64x4x16xf32>
}

// Operands of 16 bits that are widened first, as those of a linear layer with a bias
// are: the body widens them.
// CHECK-LABEL: func.func @widened(
// CHECK-SAME:    %[[X:.*]]: tensor<64x256xbf16>, %[[W:.*]]: tensor<256x512xbf16>
// CHECK:         linalg.matmul ins(%[[X]], %[[W]] : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%{{.*}} : tensor<64x512xf32>)
func.func @widened(%x: tensor<64x256xbf16>, %w: tensor<256x512xbf16>, %init: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %xe = tensor.empty() : tensor<64x256xf32>
  %xw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x256xbf16>) outs(%xe : tensor<64x256xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<64x256xf32>
  %we = tensor.empty() : tensor<256x512xf32>
  %ww = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<256x512xbf16>) outs(%we : tensor<256x512xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %y = linalg.matmul ins(%xw, %ww : tensor<64x256xf32>, tensor<256x512xf32>) outs(%init : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}

// One that is not widened has elements which no narrow type holds.
// CHECK-LABEL: func.func @mixed(
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x256xf32>, tensor<256x512xf32>)
func.func @mixed(%x: tensor<64x256xbf16>, %w: tensor<256x512xf32>, %init: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %xe = tensor.empty() : tensor<64x256xf32>
  %xw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x256xbf16>) outs(%xe : tensor<64x256xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<64x256xf32>
  %y = linalg.matmul ins(%xw, %w : tensor<64x256xf32>, tensor<256x512xf32>) outs(%init : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}

// The gradient of a weight that JAX writes transposed: what the rows come from is the first operand.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME: %[[DY:[^:]*]]: tensor<64x16xbf16>, %[[X:[^:]*]]: tensor<64x32xbf16>, %[[INIT:[^:]*]]: tensor<32x16xf32>
// CHECK: linalg.matmul indexing_maps = [#[[KM]], #[[KN]], #[[MN]]] {lowp.name = "dw"}
// CHECK-SAME: ins(%[[X]], %[[DY]] : tensor<64x32xbf16>, tensor<64x16xbf16>) outs(%[[INIT]] : tensor<32x16xf32>)
func.func @turned(%dy: tensor<64x16xbf16>, %x: tensor<64x32xbf16>, %init: tensor<32x16xf32>) -> tensor<32x16xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dy, %x : tensor<64x16xbf16>, tensor<64x32xbf16>) outs(%init : tensor<32x16xf32>) attrs = {lowp.name = "dw"} {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<32x16xf32>
  return %y : tensor<32x16xf32>
}

// A weight that is transposed before its matmul is read as it lies; one that is rounded on the way is not.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x16xbf16>, %[[W:[^:]*]]: tensor<4x16xbf16>, %[[V:[^:]*]]: tensor<4x16xf32>
// CHECK: linalg.matmul indexing_maps = [#[[MK]], #[[NK]], #[[MN]]] ins(%[[X]], %[[W]] : tensor<8x16xbf16>, tensor<4x16xbf16>)
// CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} ins(%[[V]]
// CHECK: linalg.matmul ins(%[[X]], %[[ROUNDED]] : tensor<8x16xbf16>, tensor<16x4xbf16>)
func.func @transposed(%x: tensor<8x16xbf16>, %w: tensor<4x16xbf16>, %v: tensor<4x16xf32>, %init: tensor<8x4xbf16>) -> (tensor<8x4xbf16>, tensor<8x4xbf16>) {
  %e = tensor.empty() : tensor<16x4xbf16>
  %t = linalg.transpose ins(%w : tensor<4x16xbf16>) outs(%e : tensor<16x4xbf16>) permutation = [1, 0]
  %y = linalg.matmul ins(%x, %t : tensor<8x16xbf16>, tensor<16x4xbf16>) outs(%init : tensor<8x4xbf16>) -> tensor<8x4xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<4x16xf32>) outs(%e : tensor<16x4xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<16x4xbf16>
  %z = linalg.matmul ins(%x, %r : tensor<8x16xbf16>, tensor<16x4xbf16>) outs(%init : tensor<8x4xbf16>) -> tensor<8x4xbf16>
  return %y, %z : tensor<8x4xbf16>, tensor<8x4xbf16>
}

// A vector is a matrix of one row, before or after the matrix.
// CHECK-LABEL: func.func @vectors(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?xbf16>, %[[W:[^:]*]]: tensor<?x16xbf16>, %[[V:[^:]*]]: tensor<16x?xbf16>, %[[INIT:[^:]*]]: tensor<16xbf16>
// CHECK-DAG: %[[ROW:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1]] {{.*}} into tensor<1x?xbf16>
// CHECK-DAG: %[[SUMS:.*]] = tensor.expand_shape %[[INIT]] {{\[\[}}0, 1]] {{.*}} into tensor<1x16xbf16>
// CHECK: %[[Y:.*]] = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>} ins(%[[ROW]], %[[W]] : {{.*}}) outs(%[[SUMS]]
// CHECK: tensor.collapse_shape %[[Y]] {{\[\[}}0, 1]] : tensor<1x16xbf16> into tensor<16xbf16>
// CHECK: %[[Z:.*]] = linalg.matmul indexing_maps = [#[[MK]], #[[NK]], #[[MN]]] ins(%{{.*}}, %[[V]] : tensor<1x?xbf16>, tensor<16x?xbf16>)
// CHECK: tensor.collapse_shape %[[Z]]
func.func @vectors(%x: tensor<?xbf16>, %w: tensor<?x16xbf16>, %v: tensor<16x?xbf16>, %init: tensor<16xbf16>) -> (tensor<16xbf16>, tensor<16xbf16>) {
  %y = linalg.vecmat {lowp.recipe = #lowp.matmul_recipe<rowwise>} ins(%x, %w : tensor<?xbf16>, tensor<?x16xbf16>) outs(%init : tensor<16xbf16>) -> tensor<16xbf16>
  %z = linalg.matvec ins(%v, %x : tensor<16x?xbf16>, tensor<?xbf16>) outs(%init : tensor<16xbf16>) -> tensor<16xbf16>
  return %y, %z : tensor<16xbf16>, tensor<16xbf16>
}

// A dot product has no columns; rows that have vectors of their own are a batch.
// CHECK-LABEL: func.func @no_vector(
// CHECK: linalg.dot
// CHECK: linalg.batch_vecmat
// CHECK-NOT: linalg.matmul
func.func @no_vector(%x: tensor<16xf32>, %r: tensor<f32>, %b: tensor<3x16xf32>, %w: tensor<3x16x8xf32>, %init: tensor<3x8xf32>) -> (tensor<f32>, tensor<3x8xf32>) {
  %y = linalg.dot ins(%x, %x : tensor<16xf32>, tensor<16xf32>) outs(%r : tensor<f32>) -> tensor<f32>
  %z = linalg.batch_vecmat ins(%b, %w : tensor<3x16xf32>, tensor<3x16x8xf32>) outs(%init : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %y, %z : tensor<f32>, tensor<3x8xf32>
}

// Sizes whose product is no number stay apart.
// CHECK-LABEL: func.func @too_large(
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @too_large(%x: tensor<64x32xbf16>, %w: tensor<9223372036854775807x16x32xbf16>, %init: tensor<64x9223372036854775807x16xf32>) -> tensor<64x9223372036854775807x16xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, h, n, k) -> (m, k)>, affine_map<(m, h, n, k) -> (h, n, k)>,
                                        affine_map<(m, h, n, k) -> (m, h, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<64x32xbf16>, tensor<9223372036854775807x16x32xbf16>) outs(%init : tensor<64x9223372036854775807x16xf32>) {
  ^bb0(%a: bf16, %b: bf16, %out: f32):
    %c = arith.extf %a : bf16 to f32
    %d = arith.extf %b : bf16 to f32
    %e = arith.mulf %c, %d : f32
    %s = arith.addf %out, %e : f32
    linalg.yield %s : f32
  } -> tensor<64x9223372036854775807x16xf32>
  return %y : tensor<64x9223372036854775807x16xf32>
}

// A size that the operands know and the result does not: upstream's patterns take no constant for it.
// CHECK-LABEL: func.func @known_by_operands(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2], [3]] : tensor<4x2x15x4xf32> into tensor<120x4xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2]] output_shape [4, 2, 15] : tensor<120xf32> into tensor<4x2x15xf32>
// CHECK: tensor.cast %{{.*}} : tensor<4x2x15xf32> to tensor<4x?x15xf32>
func.func @known_by_operands(%x: tensor<4x2x15x4xf32>, %y: tensor<4x4x2x15xf32>, %init: tensor<4x?x15xf32>) -> tensor<4x?x15xf32> {
  %z = linalg.generic {indexing_maps = [affine_map<(b, h, t, k) -> (b, h, t, k)>, affine_map<(b, h, t, k) -> (k, b, h, t)>,
                                        affine_map<(b, h, t, k) -> (b, h, t)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<4x2x15x4xf32>, tensor<4x4x2x15xf32>) outs(%init : tensor<4x?x15xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.mulf %a, %b : f32
    %s = arith.addf %out, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x?x15xf32>
  return %z : tensor<4x?x15xf32>
}

// Where operands add up in unlike orders, the smaller one is transposed: into the order of the other.
// CHECK-LABEL: func.func @unlike_sums(
// CHECK: %[[W:.*]] = linalg.transpose ins(%{{.*}} : tensor<4x16x64xbf16>) outs(%{{.*}} : tensor<16x4x64xbf16>) permutation = [1, 0, 2]
// CHECK-DAG: %[[X:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<32x4x64xbf16> into tensor<32x256xbf16>
// CHECK-DAG: %[[K:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0], [1, 2]] : tensor<16x4x64xbf16> into tensor<16x256xbf16>
// CHECK: linalg.matmul {{.*}} ins(%[[X]], %[[K]] :
func.func @unlike_sums(%x: tensor<32x4x64xbf16>, %w: tensor<4x16x64xbf16>, %init: tensor<32x16xf32>) -> tensor<32x16xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, g, k)>, affine_map<(m, n, g, k) -> (g, n, k)>,
                                        affine_map<(m, n, g, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<32x4x64xbf16>, tensor<4x16x64xbf16>) outs(%init : tensor<32x16xf32>) {
  ^bb0(%a: bf16, %b: bf16, %out: f32):
    %c = arith.extf %a : bf16 to f32
    %d = arith.extf %b : bf16 to f32
    %e = arith.mulf %c, %d : f32
    %s = arith.addf %out, %e : f32
    linalg.yield %s : f32
  } -> tensor<32x16xf32>
  return %y : tensor<32x16xf32>
}

// In one order, nothing is.
// CHECK-LABEL: func.func @like_sums(
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul {{.*}} tensor<32x256xbf16>
func.func @like_sums(%x: tensor<32x4x64xbf16>, %w: tensor<16x4x64xbf16>, %init: tensor<32x16xf32>) -> tensor<32x16xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, g, k)>, affine_map<(m, n, g, k) -> (n, g, k)>,
                                        affine_map<(m, n, g, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<32x4x64xbf16>, tensor<16x4x64xbf16>) outs(%init : tensor<32x16xf32>) {
  ^bb0(%a: bf16, %b: bf16, %out: f32):
    %c = arith.extf %a : bf16 to f32
    %d = arith.extf %b : bf16 to f32
    %e = arith.mulf %c, %d : f32
    %s = arith.addf %out, %e : f32
    linalg.yield %s : f32
  } -> tensor<32x16xf32>
  return %y : tensor<32x16xf32>
}
