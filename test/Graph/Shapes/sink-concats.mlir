// RUN: lowp-opt %s --split-input-file --lowp-sink-concats | FileCheck %s

// A rotary embedding on its halves. The slices of what is transposed move before
// the transpose.

// CHECK-LABEL: func.func @rotary(
// CHECK-SAME:    %[[X:.*]]: tensor<64x4x32xbf16>, %[[S:.*]]: tensor<4x64x32xbf16>
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[X]][0, 0, 0] [64, 4, 16]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[X]][0, 0, 16] [64, 4, 16]
// CHECK-DAG:     %[[TLOW:.*]] = linalg.transpose ins(%[[LOW]]
// CHECK-DAG:     %[[THIGH:.*]] = linalg.transpose ins(%[[HIGH]]
// CHECK-DAG:     %[[MINUS:.*]] = linalg.negf ins(%[[THIGH]]
// CHECK-DAG:     %[[SLOW:.*]] = tensor.extract_slice %[[S]][0, 0, 0] [4, 64, 16]
// CHECK-DAG:     %[[SHIGH:.*]] = tensor.extract_slice %[[S]][0, 0, 16] [4, 64, 16]
// CHECK-DAG:     %[[A:.*]] = linalg.mul ins(%[[MINUS]], %[[SLOW]]
// CHECK-DAG:     %[[B:.*]] = linalg.mul ins(%[[TLOW]], %[[SHIGH]]
// CHECK:         %[[Y:.*]] = tensor.concat dim(2) %[[A]], %[[B]]
// CHECK:         return %[[Y]]
func.func @rotary(%x: tensor<64x4x32xbf16>, %s: tensor<4x64x32xbf16>) -> tensor<4x64x32xbf16> {
  %e = tensor.empty() : tensor<4x64x32xbf16>
  %t = linalg.transpose ins(%x : tensor<64x4x32xbf16>) outs(%e : tensor<4x64x32xbf16>) permutation = [1, 0, 2]
  %low = tensor.extract_slice %t[0, 0, 0] [4, 64, 16] [1, 1, 1] : tensor<4x64x32xbf16> to tensor<4x64x16xbf16>
  %high = tensor.extract_slice %t[0, 0, 16] [4, 64, 16] [1, 1, 1] : tensor<4x64x32xbf16> to tensor<4x64x16xbf16>
  %he = tensor.empty() : tensor<4x64x16xbf16>
  %minus = linalg.negf ins(%high : tensor<4x64x16xbf16>) outs(%he : tensor<4x64x16xbf16>) -> tensor<4x64x16xbf16>
  %c = tensor.concat dim(2) %minus, %low : (tensor<4x64x16xbf16>, tensor<4x64x16xbf16>) -> tensor<4x64x32xbf16>
  %y = linalg.mul ins(%c, %s : tensor<4x64x32xbf16>, tensor<4x64x32xbf16>) outs(%e : tensor<4x64x32xbf16>) -> tensor<4x64x32xbf16>
  return %y : tensor<4x64x32xbf16>
}

// -----

// Somebody needs all of the concat at once.

// CHECK-LABEL: func.func @whole(
// CHECK:         %[[C:.*]] = tensor.concat
// CHECK:         linalg.exp ins(%[[C]]
// CHECK:         return %{{.*}}, %[[C]]
func.func @whole(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.exp ins(%c : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %c : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Parts of different sizes are parts of the size that divides both.

// CHECK-LABEL: func.func @unequal(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x4xf32>, %[[B:[^:]*]]: tensor<8x2xf32>)
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[A]][0, 0] [8, 2]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[A]][0, 2] [8, 2]
// CHECK-DAG:     %[[X:.*]] = linalg.exp ins(%[[LOW]]
// CHECK-DAG:     %[[Y:.*]] = linalg.exp ins(%[[HIGH]]
// CHECK-DAG:     %[[Z:.*]] = linalg.exp ins(%[[B]]
// CHECK:         tensor.concat dim(1) %[[X]], %[[Y]], %[[Z]]
func.func @unequal(%a: tensor<8x4xf32>, %b: tensor<8x2xf32>) -> tensor<8x6xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x2xf32>) -> tensor<8x6xf32>
  %e = tensor.empty() : tensor<8x6xf32>
  %y = linalg.exp ins(%c : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}

// -----

// Not if they were more than 24.

// CHECK-LABEL: func.func @many(
// CHECK:         %[[C:.*]] = tensor.concat
// CHECK:         linalg.exp ins(%[[C]]
func.func @many(%a: tensor<8x24xf32>, %b: tensor<8x1xf32>) -> tensor<8x25xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x24xf32>, tensor<8x1xf32>) -> tensor<8x25xf32>
  %e = tensor.empty() : tensor<8x25xf32>
  %y = linalg.exp ins(%c : tensor<8x25xf32>) outs(%e : tensor<8x25xf32>) -> tensor<8x25xf32>
  return %y : tensor<8x25xf32>
}

// -----

// Slices that overlap would compute elements twice.

// CHECK-LABEL: func.func @overlap(
// CHECK:         linalg.exp
// CHECK:         tensor.extract_slice
// CHECK:         tensor.extract_slice
func.func @overlap(%x: tensor<8xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a = tensor.extract_slice %y[0] [6] [1] : tensor<8xf32> to tensor<6xf32>
  %b = tensor.extract_slice %y[2] [6] [1] : tensor<8xf32> to tensor<6xf32>
  return %a, %b : tensor<6xf32>, tensor<6xf32>
}

// -----

// Rows of unknown length, of which all take part.

// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x4xf32>, %[[B:[^:]*]]: tensor<?x4xf32>, %[[N:[^:]*]]: index
// CHECK:         linalg.exp ins(%[[A]]
// CHECK:         linalg.exp ins(%[[B]]
// CHECK-NOT:     tensor.extract_slice
func.func @unknown(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %n: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x4xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %y = linalg.exp ins(%c : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

// Some rows of an unknown number.

// CHECK-LABEL: func.func @some_rows(
// CHECK:         linalg.exp
// CHECK:         tensor.extract_slice
// CHECK:         tensor.extract_slice
func.func @some_rows(%x: tensor<?x8xf32>, %e: tensor<?x8xf32>, %n: index) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %y = linalg.exp ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %a = tensor.extract_slice %y[0, 0] [%n, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  %b = tensor.extract_slice %y[0, 4] [%n, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  return %a, %b : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// The gradient of a rotary embedding: what slices gave is put among zeros.

// CHECK-LABEL: func.func @gradient(
// CHECK-SAME:    %[[A:.*]]: tensor<8x4xf32>, %[[B:.*]]: tensor<8x4xf32>)
// CHECK-DAG:     %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<8x4xf32>
// CHECK-DAG:     %[[LOW:.*]] = linalg.add ins(%[[ZEROS]], %[[B]]
// CHECK-DAG:     %[[HIGH:.*]] = linalg.add ins(%[[A]], %[[ZEROS]]
// CHECK:         %[[Y:.*]] = tensor.concat dim(1) %[[LOW]], %[[HIGH]]
// CHECK:         return %[[Y]]
func.func @gradient(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %high = tensor.insert_slice %a into %zeros[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %low = tensor.insert_slice %b into %zeros[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.add ins(%high, %low : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// That of one which turns the last three quarters of a vector.

// CHECK-LABEL: func.func @three_quarters(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32>, %[[X:[^:]*]]: tensor<8x8xf32>)
// CHECK-DAG:     %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<8x2xf32>
// CHECK-DAG:     %[[X0:.*]] = tensor.extract_slice %[[X]][0, 0] [8, 2]
// CHECK-DAG:     %[[Y0:.*]] = linalg.add ins(%[[ZEROS]], %[[X0]]
// CHECK-DAG:     %[[A3:.*]] = tensor.extract_slice %[[A]][0, 4] [8, 2]
// CHECK-DAG:     %[[X3:.*]] = tensor.extract_slice %[[X]][0, 6] [8, 2]
// CHECK-DAG:     %[[Y3:.*]] = linalg.add ins(%[[A3]], %[[X3]]
// CHECK:         tensor.concat dim(1) %[[Y0]], %{{.*}}, %{{.*}}, %[[Y3]]
func.func @three_quarters(%a: tensor<8x6xf32>, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %i = tensor.insert_slice %a into %zeros[0, 2] [8, 6] [1, 1] : tensor<8x6xf32> into tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.add ins(%i, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// Not into other numbers, along two dimensions, as more than 24 parts, or as some of each second element.

// CHECK-LABEL: func.func @inserts(
// CHECK-COUNT-4: tensor.insert_slice
// CHECK-NOT:     tensor.concat
func.func @inserts(%a: tensor<8x4xf32>, %x: tensor<8x8xf32>, %b: tensor<4x4xf32>, %d: tensor<8x25xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x26xf32>, tensor<8x26xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %more = arith.constant dense<0.0> : tensor<8x26xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %f = tensor.empty() : tensor<8x26xf32>
  %0 = tensor.insert_slice %a into %x[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %b into %zeros[4, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  %2 = tensor.insert_slice %d into %more[0, 1] [8, 25] [1, 1] : tensor<8x25xf32> into tensor<8x26xf32>
  %3 = tensor.insert_slice %a into %more[0, 1] [8, 4] [1, 2] : tensor<8x4xf32> into tensor<8x26xf32>
  %y0 = linalg.exp ins(%0 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y1 = linalg.exp ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y2 = linalg.exp ins(%2 : tensor<8x26xf32>) outs(%f : tensor<8x26xf32>) -> tensor<8x26xf32>
  %y3 = linalg.exp ins(%3 : tensor<8x26xf32>) outs(%f : tensor<8x26xf32>) -> tensor<8x26xf32>
  return %y0, %y1, %y2, %y3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x26xf32>, tensor<8x26xf32>
}

// -----

// Halves that are inserted into an empty tensor, as JAX's front end writes it.

// CHECK-LABEL: func.func @inserted(
// CHECK-SAME:    %[[A:.*]]: tensor<8x4xf32>, %[[B:.*]]: tensor<8x4xf32>)
// CHECK-NOT:     tensor.insert_slice
// CHECK:         tensor.concat dim(1) %[[B]], %[[A]]
func.func @inserted(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %a into %0[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %2 = tensor.insert_slice %b into %1[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// An embedding that turns half of each vector: three parts, one of which is two.

// CHECK-LABEL: func.func @partial(
// CHECK-SAME:    %[[A:.*]]: tensor<8x2xf32>, %[[B:.*]]: tensor<8x2xf32>, %[[C:.*]]: tensor<8x4xf32>)
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[C]][0, 0] [8, 2]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[C]][0, 2] [8, 2]
// CHECK:         tensor.concat dim(1) %[[A]], %[[B]], %[[LOW]], %[[HIGH]]
func.func @partial(%a: tensor<8x2xf32>, %b: tensor<8x2xf32>, %c: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x4xf32>
  %1 = tensor.concat dim(1) %0, %c : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// An embedding that turns pairs, on the first of each and on the second.

// CHECK-LABEL: func.func @pairs(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<64x32xf32>, %[[S:[^:]*]]: tensor<64x32xf32>)
// CHECK-DAG:     %[[FIRST:.*]] = tensor.extract_slice %[[X]][0, 0] [64, 16] [1, 2]
// CHECK-DAG:     %[[SECOND:.*]] = tensor.extract_slice %[[X]][0, 1] [64, 16] [1, 2]
// CHECK-DAG:     %[[MINUS:.*]] = linalg.negf ins(%[[SECOND]]
// CHECK-DAG:     %[[S0:.*]] = tensor.extract_slice %[[S]][0, 0] [64, 16] [1, 2]
// CHECK-DAG:     %[[S1:.*]] = tensor.extract_slice %[[S]][0, 1] [64, 16] [1, 2]
// CHECK-DAG:     %[[Y0:.*]] = linalg.mul ins(%[[MINUS]], %[[S0]]
// CHECK-DAG:     %[[Y1:.*]] = linalg.mul ins(%[[FIRST]], %[[S1]]
// CHECK-DAG:     %[[E0:.*]] = tensor.expand_shape %[[Y0]] {{\[\[}}0], [1, 2]] output_shape [64, 16, 1]
// CHECK-DAG:     %[[E1:.*]] = tensor.expand_shape %[[Y1]] {{\[\[}}0], [1, 2]] output_shape [64, 16, 1]
// CHECK:         %[[C:.*]] = tensor.concat dim(2) %[[E0]], %[[E1]]
// CHECK:         tensor.collapse_shape %[[C]]
func.func @pairs(%x: tensor<64x32xf32>, %s: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %first = tensor.extract_slice %x[0, 0] [64, 16] [1, 2] : tensor<64x32xf32> to tensor<64x16xf32>
  %second = tensor.extract_slice %x[0, 1] [64, 16] [1, 2] : tensor<64x32xf32> to tensor<64x16xf32>
  %he = tensor.empty() : tensor<64x16xf32>
  %minus = linalg.negf ins(%second : tensor<64x16xf32>) outs(%he : tensor<64x16xf32>) -> tensor<64x16xf32>
  %e0 = tensor.expand_shape %minus [[0], [1, 2]] output_shape [64, 16, 1] : tensor<64x16xf32> into tensor<64x16x1xf32>
  %e1 = tensor.expand_shape %first [[0], [1, 2]] output_shape [64, 16, 1] : tensor<64x16xf32> into tensor<64x16x1xf32>
  %c = tensor.concat dim(2) %e0, %e1 : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x2xf32>
  %t = tensor.collapse_shape %c [[0], [1, 2]] : tensor<64x16x2xf32> into tensor<64x32xf32>
  %y = linalg.mul ins(%t, %s : tensor<64x32xf32>, tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// Its gradient, of a first half that an elementwise op computes at its positions; the second half is divided alike.

// CHECK-DAG:   #[[EVEN:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-DAG:   #[[ODD:.*]] = affine_map<()[s0] -> (s0 * 2 + 1)>
// CHECK-LABEL: func.func @pairs_gradient(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x4xf32>, %[[B:[^:]*]]: tensor<8x4xf32>, %[[K:[^:]*]]: tensor<8x8xf32>)
// CHECK:         %[[Y0:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<8x4xf32>)
// CHECK:           affine.apply #[[EVEN]]
// CHECK:         %[[Y1:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<8x4xf32>)
// CHECK:           affine.apply #[[ODD]]
// CHECK-DAG:     %[[K0:.*]] = tensor.extract_slice %[[K]][0, 0] [8, 4] [1, 2]
// CHECK-DAG:     %[[K1:.*]] = tensor.extract_slice %[[K]][0, 1] [8, 4] [1, 2]
// CHECK-DAG:     %[[E0:.*]] = tensor.expand_shape %[[Y0]]
// CHECK-DAG:     %[[E1:.*]] = tensor.expand_shape %[[Y1]]
// CHECK-DAG:     %[[F0:.*]] = tensor.expand_shape %[[K0]]
// CHECK-DAG:     %[[F1:.*]] = tensor.expand_shape %[[K1]]
// CHECK-DAG:     %[[FIRST:.*]] = tensor.concat dim(1) %[[E0]], %[[F0]] : (tensor<8x4x1xf32>, tensor<8x4x1xf32>)
// CHECK-DAG:     %[[SECOND:.*]] = tensor.concat dim(1) %[[E1]], %[[F1]] : (tensor<8x4x1xf32>, tensor<8x4x1xf32>)
// CHECK:         %[[C:.*]] = tensor.concat dim(2) %[[FIRST]], %[[SECOND]] : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x2xf32>
// CHECK:         tensor.collapse_shape %[[C]] {{\[\[}}0], [1, 2]]
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @pairs_gradient(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %kept: tensor<8x8xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = tensor.insert_slice %a into %e[0, 1] [8, 4] [1, 2] : tensor<8x4xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %b into %0[0, 0] [8, 4] [1, 2] : tensor<8x4xf32> into tensor<8x8xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %p = arith.mulf %in, %f : f32
    linalg.yield %p : f32
  } -> tensor<8x8xf32>
  %c = tensor.concat dim(1) %y, %kept : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x16xf32>
  return %c : tensor<8x16xf32>
}

// -----

// Slices of parts: several whole ones, some of one, one lane, all lanes.

// CHECK-LABEL: func.func @slices(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>, %[[B:[^:]*]]: tensor<4xf32>, %[[C:[^:]*]]: tensor<4xf32>)
// CHECK-DAG:     %[[BC:.*]] = tensor.concat dim(0) %[[B]], %[[C]]
// CHECK-DAG:     %[[SOME:.*]] = tensor.extract_slice %[[B]][1] [2] [1]
// CHECK-DAG:     %[[LANE:.*]] = tensor.extract_slice %[[B]][1] [3] [1]
// CHECK-DAG:     %[[A2:.*]] = tensor.extract_slice %[[A]][1] [2] [1]
// CHECK-DAG:     %[[B2:.*]] = tensor.extract_slice %[[B]][1] [2] [1]
// CHECK:         %[[TWO:.*]] = tensor.concat dim(1)
// CHECK:         %[[LANES:.*]] = tensor.collapse_shape %[[TWO]]
// CHECK:         return %[[BC]], %{{.*}}, %[[LANE]], %[[LANES]]
func.func @slices(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<8xf32>, tensor<2xf32>, tensor<3xf32>, tensor<4xf32>) {
  %abc = tensor.concat dim(0) %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
  %0 = tensor.extract_slice %abc[4] [8] [1] : tensor<12xf32> to tensor<8xf32>
  %1 = tensor.extract_slice %abc[5] [2] [1] : tensor<12xf32> to tensor<2xf32>
  %e0 = tensor.expand_shape %a [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %e1 = tensor.expand_shape %b [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %l = tensor.concat dim(1) %e0, %e1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
  %ab = tensor.collapse_shape %l [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %2 = tensor.extract_slice %ab[3] [3] [2] : tensor<8xf32> to tensor<3xf32>
  %3 = tensor.extract_slice %ab[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<2xf32>, tensor<3xf32>, tensor<4xf32>
}

// -----

// Some of two parts are pieces of one size of these; halves of pairs are not.

// CHECK-LABEL: func.func @across(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>, %[[B:[^:]*]]: tensor<4xf32>)
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[A]][2] [2] [1]
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[B]][0] [2] [1]
// CHECK-DAG:     %[[SOME:.*]] = tensor.concat dim(0) %[[HIGH]], %[[LOW]]
// CHECK-DAG:     %[[PAIRS:.*]] = tensor.collapse_shape
// CHECK-DAG:     %[[NONE:.*]] = tensor.extract_slice %[[PAIRS]][1] [4] [1]
// CHECK:         return %[[SOME]], %[[NONE]]
func.func @across(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %ab = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %0 = tensor.extract_slice %ab[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %e0 = tensor.expand_shape %a [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %e1 = tensor.expand_shape %b [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %l = tensor.concat dim(1) %e0, %e1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
  %pairs = tensor.collapse_shape %l [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %1 = tensor.extract_slice %pairs[1] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Angles of pairs are repeated: both lanes read the same. What is divided into pairs is read in lanes, too.

// CHECK-LABEL: func.func @repeated(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x8xf32>, %[[C:[^:]*]]: tensor<8x4xf32>)
// CHECK-DAG:     %[[X0:.*]] = tensor.extract_slice %[[X]][0, 0] [8, 4] [1, 2]
// CHECK-DAG:     %[[X1:.*]] = tensor.extract_slice %[[X]][0, 1] [8, 4] [1, 2]
// CHECK-DAG:     %[[Y0:.*]] = linalg.mul ins(%[[X0]], %[[C]]
// CHECK-DAG:     %[[Y1:.*]] = linalg.mul ins(%[[X1]], %[[C]]
// CHECK:         return %[[Y0]], %[[Y1]]
func.func @repeated(%x: tensor<8x8xf32>, %c: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %b = tensor.empty() : tensor<8x4x2xf32>
  %r = linalg.broadcast ins(%c : tensor<8x4xf32>) outs(%b : tensor<8x4x2xf32>) dimensions = [2]
  %p = tensor.collapse_shape %r [[0], [1, 2]] : tensor<8x4x2xf32> into tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.mul ins(%x, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = tensor.expand_shape %y [[0], [1, 2]] output_shape [8, 4, 2] : tensor<8x8xf32> into tensor<8x4x2xf32>
  %0 = tensor.extract_slice %q[0, 0, 0] [8, 4, 1] [1, 1, 1] : tensor<8x4x2xf32> to tensor<8x4x1xf32>
  %1 = tensor.extract_slice %q[0, 0, 1] [8, 4, 1] [1, 1, 1] : tensor<8x4x2xf32> to tensor<8x4x1xf32>
  %y0 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<8x4x1xf32> into tensor<8x4xf32>
  %y1 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<8x4x1xf32> into tensor<8x4xf32>
  return %y0, %y1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// Repeated along the other dimension, with others between them, or more than 24 times, elements are no lanes.

// CHECK-LABEL: func.func @repeated_blocks(
// CHECK:         linalg.broadcast
// CHECK:         linalg.exp ins({{.*}} : tensor<8x8xf32>)
// CHECK:         linalg.broadcast
// CHECK:         linalg.exp ins({{.*}} : tensor<32x2xf32>)
// CHECK:         linalg.broadcast
// CHECK:         linalg.exp ins({{.*}} : tensor<8x100xf32>)
// CHECK-NOT:     tensor.extract_slice
func.func @repeated_blocks(%c: tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<32x2xf32>, tensor<8x100xf32>) {
  %b = tensor.empty() : tensor<8x2x4xf32>
  %r = linalg.broadcast ins(%c : tensor<8x4xf32>) outs(%b : tensor<8x2x4xf32>) dimensions = [1]
  %p = tensor.collapse_shape %r [[0], [1, 2]] : tensor<8x2x4xf32> into tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.exp ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = tensor.empty() : tensor<8x4x2xf32>
  %s = linalg.broadcast ins(%c : tensor<8x4xf32>) outs(%d : tensor<8x4x2xf32>) dimensions = [2]
  %q = tensor.collapse_shape %s [[0, 1], [2]] : tensor<8x4x2xf32> into tensor<32x2xf32>
  %f = tensor.empty() : tensor<32x2xf32>
  %z = linalg.exp ins(%q : tensor<32x2xf32>) outs(%f : tensor<32x2xf32>) -> tensor<32x2xf32>
  %g = tensor.empty() : tensor<8x4x25xf32>
  %u = linalg.broadcast ins(%c : tensor<8x4xf32>) outs(%g : tensor<8x4x25xf32>) dimensions = [2]
  %m = tensor.collapse_shape %u [[0], [1, 2]] : tensor<8x4x25xf32> into tensor<8x100xf32>
  %h = tensor.empty() : tensor<8x100xf32>
  %w = linalg.exp ins(%m : tensor<8x100xf32>) outs(%h : tensor<8x100xf32>) -> tensor<8x100xf32>
  return %y, %z, %w : tensor<8x8xf32>, tensor<32x2xf32>, tensor<8x100xf32>
}

// -----

// Rows that nothing else reads are reduced only where a slice has them, on all ways that lead to
// it.

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @some_reduced(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<64x32xf32>)
// CHECK:         %[[FEW:.*]] = tensor.extract_slice %[[X]][0, 0] [2, 32] [32, 1]
// CHECK:         %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<2xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[FEW]] : tensor<2x32xf32>) outs(%[[ZEROS]]
// CHECK:         %[[SAME:.*]] = tensor.extract_slice %[[X]][0, 0] [2, 32] [32, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[SAME]], %[[SUM]] : tensor<2x32xf32>, tensor<2xf32>)
// CHECK-NOT:     tensor.extract_slice
func.func @some_reduced(%x: tensor<64x32xf32>) -> tensor<2x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x32xf32>) outs(%zeros : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %f = tensor.empty() : tensor<64x32xf32>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<64x32xf32>, tensor<64xf32>) outs(%f : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.divf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  %r = tensor.extract_slice %y[0, 0] [2, 32] [32, 1] : tensor<64x32xf32> to tensor<2x32xf32>
  return %r : tensor<2x32xf32>
}

// -----

// Two slices of what is reduced would be two kernels.

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @halves_reduced(
// CHECK:         linalg.generic
// CHECK:         tensor.extract_slice
// CHECK:         tensor.extract_slice
func.func @halves_reduced(%x: tensor<64x32xf32>, %init: tensor<64xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x32xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %0 = tensor.extract_slice %sum[0] [32] [1] : tensor<64xf32> to tensor<32xf32>
  %1 = tensor.extract_slice %sum[32] [32] [1] : tensor<64xf32> to tensor<32xf32>
  return %0, %1 : tensor<32xf32>, tensor<32xf32>
}

// -----

// Slices without elements stay.

// CHECK-LABEL: func.func @nothing(
// CHECK:         %[[Y:.*]] = linalg.exp
// CHECK:         tensor.extract_slice %[[Y]][0] [0] [1]
// CHECK:         tensor.extract_slice %[[Y]][2] [0] [1]
func.func @nothing(%x: tensor<8xf32>) -> (tensor<0xf32>, tensor<0xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a = tensor.extract_slice %y[0] [0] [1] : tensor<8xf32> to tensor<0xf32>
  %b = tensor.extract_slice %y[2] [0] [1] : tensor<8xf32> to tensor<0xf32>
  return %a, %b : tensor<0xf32>, tensor<0xf32>
}

// -----

// Rows become heads after a widening, and these halves: the widening sees
// halves.

// CHECK-LABEL: func.func @halves_of_heads(
// CHECK-SAME:    %[[X:.*]]: tensor<16x64xbf16>)
// CHECK:         %[[HEADS:.*]] = tensor.expand_shape %[[X]]
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[HEADS]][0, 0, 0] [16, 2, 16]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[HEADS]][0, 0, 16] [16, 2, 16]
// CHECK-DAG:     %[[Y:.*]] = linalg.generic {{.*}} ins(%[[LOW]] : tensor<16x2x16xbf16>)
// CHECK-DAG:     %[[Z:.*]] = linalg.generic {{.*}} ins(%[[HIGH]] : tensor<16x2x16xbf16>)
// CHECK:         return %[[Y]], %[[Z]]
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @halves_of_heads(%x: tensor<16x64xbf16>) -> (tensor<16x2x16xf32>, tensor<16x2x16xf32>) {
  %e = tensor.empty() : tensor<16x64xf32>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x64xbf16>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<16x64xf32>
  %heads = tensor.expand_shape %wide [[0], [1, 2]] output_shape [16, 2, 32] : tensor<16x64xf32> into tensor<16x2x32xf32>
  %low = tensor.extract_slice %heads[0, 0, 0] [16, 2, 16] [1, 1, 1] : tensor<16x2x32xf32> to tensor<16x2x16xf32>
  %high = tensor.extract_slice %heads[0, 0, 16] [16, 2, 16] [1, 1, 1] : tensor<16x2x32xf32> to tensor<16x2x16xf32>
  return %low, %high : tensor<16x2x16xf32>, tensor<16x2x16xf32>
}

// -----

// A reader of the whole needs it anyway.

// CHECK-LABEL: func.func @whole_heads(
// CHECK:         linalg.exp
// CHECK:         tensor.expand_shape
// CHECK:         tensor.extract_slice
func.func @whole_heads(%x: tensor<16x64xf32>) -> (tensor<16x2x16xf32>, tensor<16x2x32xf32>) {
  %e = tensor.empty() : tensor<16x64xf32>
  %y = linalg.exp ins(%x : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %heads = tensor.expand_shape %y [[0], [1, 2]] output_shape [16, 2, 32] : tensor<16x64xf32> into tensor<16x2x32xf32>
  %low = tensor.extract_slice %heads[0, 0, 0] [16, 2, 16] [1, 1, 1] : tensor<16x2x32xf32> to tensor<16x2x16xf32>
  return %low, %heads : tensor<16x2x16xf32>, tensor<16x2x32xf32>
}

// -----

// A dimension of size 1 is dropped after the slice. One that two are joined to
// is not divided.

// CHECK-LABEL: func.func @dropped_unit(
// CHECK-SAME:    %[[X:.*]]: tensor<16x1x32xf32>, %[[Y:.*]]: tensor<4x2x32xf32>)
// CHECK:         %[[LOW:.*]] = tensor.extract_slice %[[X]][0, 0, 16] [8, 1, 16] [2, 1, 1] : tensor<16x1x32xf32> to tensor<8x1x16xf32>
// CHECK:         tensor.collapse_shape %[[LOW]] {{\[}}[0, 1], [2]] : tensor<8x1x16xf32> into tensor<8x16xf32>
// CHECK:         %[[JOINED:.*]] = tensor.collapse_shape %[[Y]]
// CHECK:         tensor.extract_slice %[[JOINED]][1, 0] [4, 32]
func.func @dropped_unit(%x: tensor<16x1x32xf32>, %y: tensor<4x2x32xf32>) -> (tensor<8x16xf32>, tensor<4x32xf32>) {
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<16x1x32xf32> into tensor<16x32xf32>
  %low = tensor.extract_slice %rows[0, 16] [8, 16] [2, 1] : tensor<16x32xf32> to tensor<8x16xf32>
  %joined = tensor.collapse_shape %y [[0, 1], [2]] : tensor<4x2x32xf32> into tensor<8x32xf32>
  %some = tensor.extract_slice %joined[1, 0] [4, 32] [1, 1] : tensor<8x32xf32> to tensor<4x32xf32>
  return %low, %some : tensor<8x16xf32>, tensor<4x32xf32>
}

// -----

// What is widened is read by a norm, too: halves are widened again, and not read
// wide.

// CHECK-LABEL: func.func @widened_again(
// CHECK-SAME:    %[[X:.*]]: tensor<16x32xbf16>)
// CHECK-DAG:     %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<16x32xbf16>)
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[X]][0, 0] [16, 16]
// CHECK-DAG:     %[[Y:.*]] = linalg.generic {{.*}} ins(%[[LOW]] : tensor<16x16xbf16>)
// CHECK-DAG:     %[[SUM:.*]] = linalg.reduce { arith.addf } ins(%[[WIDE]]
// CHECK:         return %[[Y]], %[[SUM]]
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @widened_again(%x: tensor<16x32xbf16>) -> (tensor<16x16xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<16x32xf32>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x32xbf16>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<16x32xf32>
  %low = tensor.extract_slice %wide[0, 0] [16, 16] [1, 1] : tensor<16x32xf32> to tensor<16x16xf32>
  %zero = arith.constant 0.0 : f32
  %r = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<16xf32>) -> tensor<16xf32>
  %sum = linalg.reduce { arith.addf } ins(%wide : tensor<16x32xf32>) outs(%f : tensor<16xf32>) dimensions = [1]
  return %low, %sum : tensor<16x16xf32>, tensor<16xf32>
}

// -----

// Pieces that are more than 24 parts.

// CHECK-LABEL: func.func @many_pieces(
// CHECK:         %[[AB:.*]] = tensor.concat dim(0)
// CHECK:         tensor.extract_slice %[[AB]][1] [28] [1]
func.func @many_pieces(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<28xf32> {
  %ab = tensor.concat dim(0) %a, %b : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %0 = tensor.extract_slice %ab[1] [28] [1] : tensor<32xf32> to tensor<28xf32>
  return %0 : tensor<28xf32>
}

// -----

// Pairs that are stored side by side are taken apart: halves of what is transposed are lanes. Slices across both are not.

// CHECK-LABEL: func.func @lanes_as_halves(
// CHECK-SAME:    %[[X:.*]]: tensor<8x32xbf16>)
// CHECK-DAG:     %[[SECOND:.*]] = tensor.extract_slice %[[X]][0, 1] [8, 16] [1, 2]
// CHECK-DAG:     %[[FIRST:.*]] = tensor.extract_slice %[[X]][0, 0] [8, 16] [1, 2]
// CHECK-NOT:     tensor<8x2x16xbf16>
// CHECK:         return
func.func @lanes_as_halves(%x: tensor<8x32xbf16>) -> (tensor<8x16xbf16>, tensor<8x16xbf16>) {
  %pairs = tensor.expand_shape %x [[0], [1, 2]] output_shape [8, 16, 2] : tensor<8x32xbf16> into tensor<8x16x2xbf16>
  %e = tensor.empty() : tensor<8x2x16xbf16>
  %t = linalg.transpose ins(%pairs : tensor<8x16x2xbf16>) outs(%e : tensor<8x2x16xbf16>) permutation = [0, 2, 1]
  %halves = tensor.collapse_shape %t [[0], [1, 2]] : tensor<8x2x16xbf16> into tensor<8x32xbf16>
  %low = tensor.extract_slice %halves[0, 0] [8, 16] [1, 1] : tensor<8x32xbf16> to tensor<8x16xbf16>
  %high = tensor.extract_slice %halves[0, 16] [8, 16] [1, 1] : tensor<8x32xbf16> to tensor<8x16xbf16>
  return %low, %high : tensor<8x16xbf16>, tensor<8x16xbf16>
}

// CHECK-LABEL: func.func @across_lanes(
// CHECK:         tensor.extract_slice {{.*}}[0, 8] [8, 16] [1, 1]
func.func @across_lanes(%x: tensor<8x2x16xbf16>) -> tensor<8x16xbf16> {
  %joined = tensor.collapse_shape %x [[0], [1, 2]] : tensor<8x2x16xbf16> into tensor<8x32xbf16>
  %some = tensor.extract_slice %joined[0, 8] [8, 16] [1, 1] : tensor<8x32xbf16> to tensor<8x16xbf16>
  return %some : tensor<8x16xbf16>
}

// -----

// What is transposed is read again by slices that overlap, but nothing is computed again.

// CHECK-LABEL: func.func @overlapping_transposed(
// CHECK-SAME:    %[[X:.*]]: tensor<16x4xf32>)
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[X]][0, 0] [12, 4] [1, 1]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[X]][8, 0] [8, 4] [1, 1]
// CHECK-DAG:     linalg.transpose ins(%[[LOW]]
// CHECK-DAG:     linalg.transpose ins(%[[HIGH]]
// CHECK-NOT:     tensor<4x16xf32>
// CHECK:         return
func.func @overlapping_transposed(%x: tensor<16x4xf32>) -> (tensor<4x12xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x16xf32>
  %t = linalg.transpose ins(%x : tensor<16x4xf32>) outs(%e : tensor<4x16xf32>) permutation = [1, 0]
  %low = tensor.extract_slice %t[0, 0] [4, 12] [1, 1] : tensor<4x16xf32> to tensor<4x12xf32>
  %high = tensor.extract_slice %t[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  return %low, %high : tensor<4x12xf32>, tensor<4x8xf32>
}

// -----

// A copy along one column has one part, the whole: nothing is divided.
// CHECK-LABEL: @one_column
// CHECK:         linalg.broadcast
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @one_column(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64x1xf32>
  %b = linalg.broadcast ins(%x : tensor<64xf32>) outs(%e : tensor<64x1xf32>) dimensions = [1]
  %c = tensor.collapse_shape %b [[0, 1]] : tensor<64x1xf32> into tensor<64xf32>
  %d = tensor.empty() : tensor<64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%c : tensor<64xf32>) outs(%d : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// -----

// Halves beside a whole along another dimension: the whole is divided, too.

// CHECK-LABEL: func.func @halves_beside_whole(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x4x32xf32>, %[[B:[^:]*]]: tensor<8x4x32xf32>, %[[V:[^:]*]]: tensor<8x4x64xf32>)
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[V]][0, 0, 0] [8, 4, 32]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[V]][0, 0, 32] [8, 4, 32]
// CHECK-DAG:     %[[WHOLE:.*]] = tensor.concat dim(2) %[[LOW]], %[[HIGH]]
// CHECK-DAG:     %[[HALVES:.*]] = tensor.concat dim(2) %[[A]], %[[B]]
// CHECK:         tensor.concat dim(1) %[[HALVES]], %[[WHOLE]]
func.func @halves_beside_whole(%a: tensor<8x4x32xf32>, %b: tensor<8x4x32xf32>, %v: tensor<8x4x64xf32>) -> tensor<8x8x64xf32> {
  %t = tensor.concat dim(2) %a, %b : (tensor<8x4x32xf32>, tensor<8x4x32xf32>) -> tensor<8x4x64xf32>
  %c = tensor.concat dim(1) %t, %v : (tensor<8x4x64xf32>, tensor<8x4x64xf32>) -> tensor<8x8x64xf32>
  return %c : tensor<8x8x64xf32>
}

// -----

// Halves beside quarters: all are quarters.

// CHECK-LABEL: func.func @halves_beside_quarters(
// CHECK:         tensor.concat dim(2) %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x4x16xf32>, tensor<8x4x16xf32>, tensor<8x4x16xf32>, tensor<8x4x16xf32>)
// CHECK:         tensor.concat dim(1)
func.func @halves_beside_quarters(%a: tensor<8x4x32xf32>, %b: tensor<8x4x16xf32>) -> tensor<8x8x64xf32> {
  %t = tensor.concat dim(2) %a, %a : (tensor<8x4x32xf32>, tensor<8x4x32xf32>) -> tensor<8x4x64xf32>
  %u = tensor.concat dim(2) %b, %b, %b, %b : (tensor<8x4x16xf32>, tensor<8x4x16xf32>, tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x64xf32>
  %c = tensor.concat dim(1) %t, %u : (tensor<8x4x64xf32>, tensor<8x4x64xf32>) -> tensor<8x8x64xf32>
  return %c : tensor<8x8x64xf32>
}

// -----

// Others read the halves: they are made, and the whole stays one.

// CHECK-LABEL: func.func @halves_read_twice(
// CHECK-NOT:     tensor.extract_slice
// CHECK:         return
func.func @halves_read_twice(%a: tensor<8x4x32xf32>, %v: tensor<8x4x64xf32>) -> (tensor<8x4x64xf32>, tensor<8x8x64xf32>) {
  %t = tensor.concat dim(2) %a, %a : (tensor<8x4x32xf32>, tensor<8x4x32xf32>) -> tensor<8x4x64xf32>
  %c = tensor.concat dim(1) %t, %v : (tensor<8x4x64xf32>, tensor<8x4x64xf32>) -> tensor<8x8x64xf32>
  return %t, %c : tensor<8x4x64xf32>, tensor<8x8x64xf32>
}

// -----

// A view joins dimensions that the concat leaves as they are, and parts are there in its shape.

// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x4xf32>, %[[B:[^:]*]]: tensor<2x4x4xf32>)
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[B]]
// CHECK:         %[[C:.*]] = tensor.concat dim(1) %[[A]], %[[FLAT]]
// CHECK:         return %[[C]]
func.func @views(%a: tensor<8x4xf32>, %b: tensor<2x4x4xf32>) -> tensor<8x8xf32> {
  %a3 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xf32> into tensor<2x4x4xf32>
  %c = tensor.concat dim(2) %a3, %b : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %y = tensor.collapse_shape %c [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// It stays where it joins the concat's dimension, where others need the concat, and where no part
// would lose a view.

// CHECK-LABEL: func.func @no_views(
// CHECK:         tensor.concat dim(2)
// CHECK:         tensor.collapse_shape
// CHECK:         tensor.concat dim(2)
// CHECK:         tensor.collapse_shape
// CHECK:         tensor.concat dim(2)
// CHECK:         tensor.collapse_shape
func.func @no_views(%a: tensor<8x4xf32>, %b: tensor<2x4x4xf32>, %d: tensor<2x16xf32>) -> (tensor<2x32xf32>, tensor<8x8xf32>, tensor<2x4x8xf32>, tensor<8x8xf32>) {
  %d3 = tensor.expand_shape %d [[0], [1, 2]] output_shape [2, 4, 4] : tensor<2x16xf32> into tensor<2x4x4xf32>
  %c = tensor.concat dim(2) %d3, %b : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %y = tensor.collapse_shape %c [[0], [1, 2]] : tensor<2x4x8xf32> into tensor<2x32xf32>
  %a3 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xf32> into tensor<2x4x4xf32>
  %c1 = tensor.concat dim(2) %a3, %b : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %y1 = tensor.collapse_shape %c1 [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  %c2 = tensor.concat dim(2) %b, %b : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %y2 = tensor.collapse_shape %c2 [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  return %y, %y1, %c1, %y2 : tensor<2x32xf32>, tensor<8x8xf32>, tensor<2x4x8xf32>, tensor<8x8xf32>
}

// -----

// Gradients of slices, each in zeros of its own, in another shape where they are added: no zeros
// are stored.

// CHECK-LABEL: func.func @gradients(
// CHECK-NOT:     tensor.insert_slice
// CHECK:         linalg.add
// CHECK:         linalg.add
// CHECK:         tensor.concat dim(1)
// CHECK-NOT:     tensor.insert_slice
func.func @gradients(%a: tensor<2x4x4xf32>, %b: tensor<2x4x4xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %x = tensor.insert_slice %a into %zeros[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x4xf32> into tensor<2x4x8xf32>
  %y = tensor.insert_slice %b into %zeros[0, 0, 4] [2, 4, 4] [1, 1, 1] : tensor<2x4x4xf32> into tensor<2x4x8xf32>
  %x2 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  %y2 = tensor.collapse_shape %y [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %sum = linalg.add ins(%x2, %y2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %sum : tensor<8x8xf32>
}

// -----

// Where something needs all of the view at once they stay inserts.

// CHECK-LABEL: func.func @gradient_as_a_whole(
// CHECK:         tensor.insert_slice
func.func @gradient_as_a_whole(%a: tensor<2x4x4xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %x = tensor.insert_slice %a into %zeros[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x4xf32> into tensor<2x4x8xf32>
  %x2 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  return %x2 : tensor<8x8xf32>
}
