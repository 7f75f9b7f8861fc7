// RUN: lowp-opt %s --lowp-simplify-views=only=simplify-reshapes --canonicalize | FileCheck %s

// Scores of attention as an exporter reshapes them: a size that is not negative
// is taken as it is.
// CHECK-LABEL: func.func @expand(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x?x?xbf16>
// CHECK-NOT: tensor.reshape
// CHECK: %[[R:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1], [2], [3]] output_shape [1, 4, %{{.*}}, %{{.*}}] : tensor<4x?x?xbf16> into tensor<1x4x?x?xbf16>
// CHECK: return %[[R]]
func.func @expand(%x: tensor<4x?x?xbf16>) -> tensor<1x4x?x?xbf16> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %m = tensor.dim %x, %c1 : tensor<4x?x?xbf16>
  %n = tensor.dim %x, %c2 : tensor<4x?x?xbf16>
  %mi = arith.index_cast %m : index to i64
  %ni = arith.index_cast %n : index to i64
  %negative = arith.cmpi slt, %ni, %zero : i64
  %inferred = arith.divsi %four, %mi : i64
  %last = arith.select %negative, %inferred, %ni : i64
  %s = tensor.from_elements %one, %four, %mi, %last : tensor<4xi64>
  %r = tensor.reshape %x(%s) : (tensor<4x?x?xbf16>, tensor<4xi64>) -> tensor<1x4x?x?xbf16>
  return %r : tensor<1x4x?x?xbf16>
}

// Through what is computed in a tensor of these sizes, and back.
// CHECK-LABEL: func.func @collapse(
// CHECK: %[[P:.*]] = linalg.exp
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[P]] {{\[}}[0, 1], [2], [3]] : tensor<1x4x?x?xbf16> into tensor<4x?x?xbf16>
// CHECK: return %[[R]]
func.func @collapse(%x: tensor<1x4x?x?xbf16>, %m: index, %n: index) -> tensor<4x?x?xbf16> {
  %four = arith.constant 4 : index
  %e = tensor.empty(%m, %n) : tensor<1x4x?x?xbf16>
  %p = linalg.exp ins(%x : tensor<1x4x?x?xbf16>) outs(%e : tensor<1x4x?x?xbf16>) -> tensor<1x4x?x?xbf16>
  %s = tensor.from_elements %four, %m, %n : tensor<3xindex>
  %r = tensor.reshape %p(%s) : (tensor<1x4x?x?xbf16>, tensor<3xindex>) -> tensor<4x?x?xbf16>
  return %r : tensor<4x?x?xbf16>
}

// Sizes in another order.
// CHECK-LABEL: func.func @exchanged(
// CHECK: tensor.reshape
func.func @exchanged(%x: tensor<?x?xbf16>) -> tensor<1x?x?xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xbf16>
  %n = tensor.dim %x, %c1 : tensor<?x?xbf16>
  %s = tensor.from_elements %c1, %n, %m : tensor<3xindex>
  %r = tensor.reshape %x(%s) : (tensor<?x?xbf16>, tensor<3xindex>) -> tensor<1x?x?xbf16>
  return %r : tensor<1x?x?xbf16>
}

// Sizes that nobody knows, and narrow ones.
// CHECK-LABEL: func.func @unknown(
// CHECK-COUNT-2: tensor.reshape
func.func @unknown(%x: tensor<?x8xbf16>, %s: tensor<3xindex>, %e: tensor<?xbf16>) -> (tensor<?x?x?xbf16>, tensor<?x8xbf16>) {
  %c0 = arith.constant 0 : index
  %eight = arith.constant 8 : i16
  %r = tensor.reshape %x(%s) : (tensor<?x8xbf16>, tensor<3xindex>) -> tensor<?x?x?xbf16>
  %m = tensor.dim %x, %c0 : tensor<?x8xbf16>
  %mi = arith.index_cast %m : index to i16
  %t = tensor.from_elements %mi, %eight : tensor<2xi16>
  %q = tensor.reshape %x(%t) : (tensor<?x8xbf16>, tensor<2xi16>) -> tensor<?x8xbf16>
  return %r, %q : tensor<?x?x?xbf16>, tensor<?x8xbf16>
}

// Heads of tokens, of which nobody knows how many: the shape says it, and a check compares.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME: %[[X:.*]]: tensor<1x?x256xbf16>, %[[N:.*]]: index)
// CHECK: %[[T:.*]] = tensor.dim %[[X]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[N]], %[[T]]
// CHECK: cf.assert %[[SAME]], "tensor.reshape: expected a shape of as many elements
// CHECK: tensor.expand_shape %[[X]] {{\[}}[0], [1], [2, 3]] output_shape [1, %[[T]], 4, 64]
func.func @heads(%x: tensor<1x?x256xbf16>, %n: index) -> tensor<1x?x4x64xbf16> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %s = tensor.from_elements %c1, %n, %c4, %c64 : tensor<4xindex>
  %r = tensor.reshape %x(%s) : (tensor<1x?x256xbf16>, tensor<4xindex>) -> tensor<1x?x4x64xbf16>
  return %r : tensor<1x?x4x64xbf16>
}

// And back, with a shape in memory.
// CHECK-LABEL: func.func @joined(
// CHECK: tensor.extract
// CHECK: cf.assert
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0], [1], [2, 3]]
func.func @joined(%x: tensor<1x?x4x64xbf16>, %s: tensor<3xi64>) -> tensor<1x?x256xbf16> {
  %r = tensor.reshape %x(%s) : (tensor<1x?x4x64xbf16>, tensor<3xi64>) -> tensor<1x?x256xbf16>
  return %r : tensor<1x?x256xbf16>
}

// Known sizes that differ: so would the unknown ones.
// CHECK-LABEL: func.func @other_sizes(
// CHECK: tensor.reshape
func.func @other_sizes(%x: tensor<?x256xbf16>, %s: tensor<3xi64>) -> tensor<?x4x32xbf16> {
  %r = tensor.reshape %x(%s) : (tensor<?x256xbf16>, tensor<3xi64>) -> tensor<?x4x32xbf16>
  return %r : tensor<?x4x32xbf16>
}

// Heads of one token are transposed: nothing moves.
// CHECK-LABEL: func.func @one_token(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<1x1x?x64xbf16>, %{{.*}}: index)
// CHECK-NOT:     linalg.transpose
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2], [3]] : tensor<1x1x?x64xbf16> into tensor<?x64xbf16>
// CHECK:         %[[Y:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1, 2], [3]] output_shape [1, %{{.*}}, 1, 64]
// CHECK:         return %[[Y]]
func.func @one_token(%x: tensor<1x1x?x64xbf16>, %n: index) -> tensor<1x?x1x64xbf16> {
  %e = tensor.empty(%n) : tensor<1x?x1x64xbf16>
  %y = linalg.transpose ins(%x : tensor<1x1x?x64xbf16>) outs(%e : tensor<1x?x1x64xbf16>) permutation = [0, 2, 1, 3]
  return %y : tensor<1x?x1x64xbf16>
}

// Rows of an unknown count of tokens, which may be one, stay transposed.
// CHECK-LABEL: func.func @some_tokens(
// CHECK:         %[[Y:.*]] = linalg.transpose
// CHECK:         return %[[Y]]
func.func @some_tokens(%x: tensor<1x?x4x64xbf16>, %n: index) -> tensor<1x4x?x64xbf16> {
  %e = tensor.empty(%n) : tensor<1x4x?x64xbf16>
  %y = linalg.transpose ins(%x : tensor<1x?x4x64xbf16>) outs(%e : tensor<1x4x?x64xbf16>) permutation = [0, 2, 1, 3]
  return %y : tensor<1x4x?x64xbf16>
}

// Without a dimension that a view has added, others are transposed as they were before.
// CHECK-LABEL: func.func @added(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2x64x4xbf16>)
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<2x64x4xbf16>) outs(%{{.*}} : tensor<2x4x64xbf16>) permutation = [0, 2, 1]
// CHECK:         %[[Y:.*]] = tensor.expand_shape %[[T]] {{\[\[}}0, 1], [2], [3]] output_shape [1, 2, 4, 64]
// CHECK:         return %[[Y]]
func.func @added(%x: tensor<2x64x4xbf16>) -> tensor<1x2x4x64xbf16> {
  %v = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [2, 64, 4, 1] : tensor<2x64x4xbf16> into tensor<2x64x4x1xbf16>
  %e = tensor.empty() : tensor<1x2x4x64xbf16>
  %y = linalg.transpose ins(%v : tensor<2x64x4x1xbf16>) outs(%e : tensor<1x2x4x64xbf16>) permutation = [3, 0, 2, 1]
  return %y : tensor<1x2x4x64xbf16>
}

// A view that divides a dimension, too, stays.
// CHECK-LABEL: func.func @divided(
// CHECK:         %[[V:.*]] = tensor.expand_shape
// CHECK:         linalg.transpose ins(%[[V]] : tensor<2x8x8x1xbf16>)
func.func @divided(%x: tensor<2x64xbf16>) -> tensor<1x2x8x8xbf16> {
  %v = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [2, 8, 8, 1] : tensor<2x64xbf16> into tensor<2x8x8x1xbf16>
  %e = tensor.empty() : tensor<1x2x8x8xbf16>
  %y = linalg.transpose ins(%v : tensor<2x8x8x1xbf16>) outs(%e : tensor<1x2x8x8xbf16>) permutation = [3, 0, 2, 1]
  return %y : tensor<1x2x8x8xbf16>
}

// Columns of all experts as an exporter of einsum writes them, after a size of 1 that it adds: what is stored side by
// side is joined, then transposed.
// CHECK-LABEL: func.func @columns_of_experts(
// CHECK-SAME: %[[W:.*]]: tensor<8x512x256xbf16>
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[W]] {{\[}}[0, 1], [2]] : tensor<8x512x256xbf16> into tensor<4096x256xbf16>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[ROWS]] : tensor<4096x256xbf16>) outs({{.*}}) permutation = [1, 0]
// CHECK: return %[[T]]
func.func @columns_of_experts(%w: tensor<8x512x256xbf16>) -> tensor<256x4096xbf16> {
  %wide = tensor.expand_shape %w [[0], [1], [2, 3]] output_shape [8, 512, 256, 1] : tensor<8x512x256xbf16> into tensor<8x512x256x1xbf16>
  %e = tensor.empty() : tensor<256x8x512x1xbf16>
  %t = linalg.transpose ins(%wide : tensor<8x512x256x1xbf16>) outs(%e : tensor<256x8x512x1xbf16>) permutation = [2, 0, 1, 3]
  %r = tensor.collapse_shape %t [[0], [1, 2, 3]] : tensor<256x8x512x1xbf16> into tensor<256x4096xbf16>
  return %r : tensor<256x4096xbf16>
}

// As many rows as the caller has.
// CHECK-LABEL: func.func @experts_of_any_rows(
// CHECK-SAME: %[[X:.*]]: tensor<4x?x8xf32>
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]] : tensor<4x?x8xf32> into tensor<?x8xf32>
// CHECK: linalg.transpose ins(%[[ROWS]] : tensor<?x8xf32>)
func.func @experts_of_any_rows(%x: tensor<4x?x8xf32>, %n: index) -> tensor<8x?xf32> {
  %e = tensor.empty(%n) : tensor<8x4x?xf32>
  %t = linalg.transpose ins(%x : tensor<4x?x8xf32>) outs(%e : tensor<8x4x?xf32>) permutation = [2, 0, 1]
  %r = tensor.collapse_shape %t [[0], [1, 2]] : tensor<8x4x?xf32> into tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

// Others lie between them, they lie in another order, or somebody reads what is transposed.
// CHECK-LABEL: func.func @not_side_by_side(
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3x4xf32>)
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3x4xf32>)
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3x4xf32>)
func.func @not_side_by_side(%x: tensor<2x3x4xf32>) -> (tensor<8x3xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x2x3xf32>) {
  %e0 = tensor.empty() : tensor<2x4x3xf32>
  %t0 = linalg.transpose ins(%x : tensor<2x3x4xf32>) outs(%e0 : tensor<2x4x3xf32>) permutation = [0, 2, 1]
  %r0 = tensor.collapse_shape %t0 [[0, 1], [2]] : tensor<2x4x3xf32> into tensor<8x3xf32>
  %e1 = tensor.empty() : tensor<4x3x2xf32>
  %t1 = linalg.transpose ins(%x : tensor<2x3x4xf32>) outs(%e1 : tensor<4x3x2xf32>) permutation = [2, 1, 0]
  %r1 = tensor.collapse_shape %t1 [[0], [1, 2]] : tensor<4x3x2xf32> into tensor<4x6xf32>
  %e2 = tensor.empty() : tensor<4x2x3xf32>
  %t2 = linalg.transpose ins(%x : tensor<2x3x4xf32>) outs(%e2 : tensor<4x2x3xf32>) permutation = [2, 0, 1]
  %r2 = tensor.collapse_shape %t2 [[0], [1, 2]] : tensor<4x2x3xf32> into tensor<4x6xf32>
  return %r0, %r1, %r2, %t2 : tensor<8x3xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x2x3xf32>
}

// What the program computes: whoever computes it can write it so.
// CHECK-LABEL: func.func @computed(
// CHECK: %[[E:.*]] = linalg.exp
// CHECK: linalg.transpose ins(%[[E]] : tensor<2x3x4xf32>)
func.func @computed(%x: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
  %i = tensor.empty() : tensor<2x3x4xf32>
  %y = linalg.exp ins(%x : tensor<2x3x4xf32>) outs(%i : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %e = tensor.empty() : tensor<4x2x3xf32>
  %t = linalg.transpose ins(%y : tensor<2x3x4xf32>) outs(%e : tensor<4x2x3xf32>) permutation = [2, 0, 1]
  %r = tensor.collapse_shape %t [[0], [1, 2]] : tensor<4x2x3xf32> into tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// Heads of a batch, which stay matrices of their own.
// CHECK-LABEL: func.func @heads_of_batch(
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x4x16x8xf32>)
func.func @heads_of_batch(%x: tensor<2x4x16x8xf32>) -> tensor<8x8x16xf32> {
  %e = tensor.empty() : tensor<2x4x8x16xf32>
  %t = linalg.transpose ins(%x : tensor<2x4x16x8xf32>) outs(%e : tensor<2x4x8x16xf32>) permutation = [0, 1, 3, 2]
  %r = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x4x8x16xf32> into tensor<8x8x16xf32>
  return %r : tensor<8x8x16xf32>
}
