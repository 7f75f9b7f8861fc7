// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=simplify-across-rows --canonicalize --cse | FileCheck %s

// Heads of queries that share a head of keys: an operation on elements.

// CHECK-LABEL: func.func @heads(
// CHECK-SAME:    %[[X:.*]]: tensor<1x2x2x128x64xbf16>
// CHECK-DAG:     %[[HEADS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2], [3], [4]] {{.*}} into tensor<2x2x128x64xbf16>
// CHECK-DAG:     %[[A:.*]] = tensor.extract_slice %[[HEADS]][0, 0, 0, 0] [2, 1, 128, 64] {{.*}} to tensor<2x128x64xbf16>
// CHECK-DAG:     %[[B:.*]] = tensor.extract_slice %[[HEADS]][0, 1, 0, 0] [2, 1, 128, 64] {{.*}} to tensor<2x128x64xbf16>
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[A]], %[[B]]
// CHECK-NEXT:    ^bb0(%[[FIRST:[^:]*]]: bf16, %[[SECOND:[^:]*]]: bf16, {{.*}}):
// CHECK-NEXT:      %[[ONE:.*]] = arith.addf %[[FIRST]], %{{.*}} : bf16
// CHECK-NEXT:      %[[TWO:.*]] = arith.addf %[[SECOND]], %[[ONE]] : bf16
// CHECK-NEXT:      linalg.yield %[[TWO]]
// CHECK:         tensor.expand_shape %[[SUM]] {{.*}} into tensor<1x2x1x128x64xbf16>
#all = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#sum = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>
func.func @heads(%x: tensor<1x2x2x128x64xbf16>) -> tensor<1x2x1x128x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<1x2x1x128x64xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<1x2x1x128x64xbf16>) -> tensor<1x2x1x128x64xbf16>
  %y = linalg.generic {indexing_maps = [#all, #sum], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]}
      ins(%x : tensor<1x2x2x128x64xbf16>) outs(%init : tensor<1x2x1x128x64xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %s = arith.addf %in, %out : bf16
    linalg.yield %s : bf16
  } -> tensor<1x2x1x128x64xbf16>
  return %y : tensor<1x2x1x128x64xbf16>
}

// -----

// Two inputs, one of which has no such dimension, onto a tensor that is given;
// sizes that are not known.

// CHECK-LABEL: func.func @weighted(
// CHECK-SAME:    %[[X:.*]]: tensor<?x3x?xf32>, %[[F:.*]]: tensor<?xf32>, %[[INIT:.*]]: tensor<?x?xf32>)
// CHECK-COUNT-3: tensor.extract_slice %[[X]]
// CHECK-NOT:     tensor.extract_slice
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%{{.*}}, %[[F]], %{{.*}}, %[[F]], %{{.*}}, %[[F]], %[[INIT]]
// CHECK-COUNT-3: arith.maximumf
#x = affine_map<(m, k, n) -> (m, k, n)>
#f = affine_map<(m, k, n) -> (m)>
#y = affine_map<(m, k, n) -> (m, n)>
func.func @weighted(%x: tensor<?x3x?xf32>, %f: tensor<?xf32>, %init: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = linalg.generic {indexing_maps = [#x, #f, #y], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %f : tensor<?x3x?xf32>, tensor<?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%in: f32, %factor: f32, %out: f32):
    %p = arith.addf %in, %factor : f32
    %s = arith.maximumf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// The gradient of a norm's weights: products, and the rows that the factors of
// others make, are computed where they are added up. What rows share is not.

// CHECK-LABEL: func.func @products(
// CHECK-SAME:    %[[G:[^:]*]]: tensor<2048x512xbf16>, %[[X:[^:]*]]: tensor<2048x512xbf16>, %[[SQUARES:[^:]*]]: tensor<2048x1xf32>)
// CHECK:         %[[ROOTS:.*]] = linalg.generic {{.*}} ins(%[[SQUARES]] : tensor<2048x1xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      math.rsqrt
// The rows are read elsewhere, too: they stay there.
// CHECK:         %[[ROWS:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[ROOTS]]
// CHECK:         linalg.generic {{.*}} ins(%[[G]], %[[X]], %{{.*}} : tensor<2048x512xbf16>, tensor<2048x512xbf16>, tensor<2048xf32>)
// CHECK:           arith.extf
// CHECK:           arith.mulf {{.*}} : f32
// CHECK:           arith.truncf
// CHECK:           arith.mulf {{.*}} : bf16
// CHECK:           arith.addf {{.*}} : f32
// CHECK:         return %{{.*}}, %[[ROWS]]
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m, 0)>
#columns = affine_map<(m, n) -> (n)>
func.func @products(%g: tensor<2048x512xbf16>, %x: tensor<2048x512xbf16>, %squares: tensor<2048x1xf32>)
    -> (tensor<512xf32>, tensor<2048x512xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<2048x1xf32>
  %roots = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%squares : tensor<2048x1xf32>) outs(%e1 : tensor<2048x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.rsqrt %in : f32
    linalg.yield %r : f32
  } -> tensor<2048x1xf32>
  %e = tensor.empty() : tensor<2048x512xbf16>
  %rows = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %roots : tensor<2048x512xbf16>, tensor<2048x1xf32>) outs(%e : tensor<2048x512xbf16>) {
  ^bb0(%in: bf16, %root: f32, %out: bf16):
    %wide = arith.extf %in : bf16 to f32
    %p = arith.mulf %wide, %root : f32
    %narrow = arith.truncf %p : f32 to bf16
    linalg.yield %narrow : bf16
  } -> tensor<2048x512xbf16>
  %products = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g, %rows : tensor<2048x512xbf16>, tensor<2048x512xbf16>) outs(%e : tensor<2048x512xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %out: bf16):
    %p = arith.mulf %a, %b : bf16
    linalg.yield %p : bf16
  } -> tensor<2048x512xbf16>
  %e2 = tensor.empty() : tensor<512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<512xf32>) -> tensor<512xf32>
  %y = linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%products : tensor<2048x512xbf16>) outs(%init : tensor<512xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %wide = arith.extf %in : bf16 to f32
    %s = arith.addf %wide, %out : f32
    linalg.yield %s : f32
  } -> tensor<512xf32>
  return %y, %rows : tensor<512xf32>, tensor<2048x512xbf16>
}

// -----

// A sum of two tensors that others read, too, is read: it has fewer bytes.

// CHECK-LABEL: func.func @read(
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2048x512xf32>, tensor<2048x512xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[SUM]] : tensor<2048x512xf32>)
#id = affine_map<(m, n) -> (m, n)>
#columns = affine_map<(m, n) -> (n)>
func.func @read(%a: tensor<2048x512xf32>, %b: tensor<2048x512xf32>)
    -> (tensor<512xf32>, tensor<2048x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x512xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<2048x512xf32>, tensor<2048x512xf32>) outs(%e : tensor<2048x512xf32>) {
  ^bb0(%x: f32, %z: f32, %out: f32):
    %s = arith.addf %x, %z : f32
    linalg.yield %s : f32
  } -> tensor<2048x512xf32>
  %e2 = tensor.empty() : tensor<512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<512xf32>) -> tensor<512xf32>
  %y = linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%sum : tensor<2048x512xf32>) outs(%init : tensor<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<512xf32>
  return %y, %sum : tensor<512xf32>, tensor<2048x512xf32>
}

// -----

// A matmul's kernel rounds what it writes: the sum reads bf16 of it, and rounds
// what is no matmul by itself.

// CHECK-LABEL: func.func @rounded(
// CHECK-SAME:    %{{.*}}, %{{.*}}, %[[Y:[^:]*]]: tensor<2048x512xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul
// CHECK:         linalg.generic {{.*}} ins(%[[MATMUL]] : tensor<2048x512xf32>) outs(%{{.*}} : tensor<2048x512xbf16>)
// CHECK-NOT:     tensor<2048x512xbf16>)
// CHECK:         linalg.generic {{.*}}"reduction"{{.*}} ins(%{{.*}}, %{{.*}} : tensor<{{.*}}xbf16>, tensor<{{.*}}xf32>)
#x = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @rounded(%a: tensor<2048x64xbf16>, %b: tensor<64x512xbf16>, %y: tensor<2048x512xf32>) -> tensor<512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2048x512xf32>) -> tensor<2048x512xf32>
  %matmul = linalg.matmul ins(%a, %b : tensor<2048x64xbf16>, tensor<64x512xbf16>) outs(%init : tensor<2048x512xf32>) -> tensor<2048x512xf32>
  %n = tensor.empty() : tensor<2048x512xbf16>
  %rounded = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel"]}
      ins(%matmul : tensor<2048x512xf32>) outs(%n : tensor<2048x512xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %r = arith.truncf %p : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2048x512xbf16>
  %other = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<2048x512xf32>) outs(%n : tensor<2048x512xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %r = arith.truncf %p : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2048x512xbf16>
  %s = tensor.empty() : tensor<512xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%s : tensor<512xf32>) -> tensor<512xf32>
  %sum = linalg.generic {indexing_maps = [#x, #x, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%rounded, %other : tensor<2048x512xbf16>, tensor<2048x512xbf16>) outs(%sums : tensor<512xf32>) {
  ^bb0(%p: bf16, %q: bf16, %o: f32):
    %f = arith.extf %p : bf16 to f32
    %g = arith.extf %q : bf16 to f32
    %m = arith.mulf %f, %g : f32
    %t = arith.addf %o, %m : f32
    linalg.yield %t : f32
  } -> tensor<512xf32>
  return %sum : tensor<512xf32>
}

// -----

// Loops of size 1 vanish.

// CHECK-LABEL: func.func @columns(
// CHECK-SAME:    %[[X:.*]]: tensor<1x2048x512xf32>
// CHECK:         %[[ROWS:.*]] = tensor.collapse_shape %[[X]]
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[ROWS]] : tensor<2048x512xf32>) outs(%{{.*}} : tensor<512xf32>)
// CHECK:         tensor.expand_shape %[[SUM]] {{.*}} into tensor<1x1x512xf32>
#in = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#out = affine_map<(d0, d1, d2) -> (0, 0, d2)>
func.func @columns(%x: tensor<1x2048x512xf32>) -> tensor<1x1x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x512xf32>) -> tensor<1x1x512xf32>
  %y = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : tensor<1x2048x512xf32>) outs(%init : tensor<1x1x512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x1x512xf32>
  return %y : tensor<1x1x512xf32>
}

// -----

// Along rows, and products that tensor cores add up: neither is touched.

// CHECK-LABEL: func.func @others(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}} : tensor<1x4x8xf32>)
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}} : tensor<4x2xf32>, tensor<2x8xf32>)
#in = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#result = affine_map<(m, n, k) -> (m, n)>
func.func @others(%x: tensor<1x4x8xf32>, %i: tensor<1x4x1xf32>, %a: tensor<4x2xf32>, %b: tensor<2x8xf32>, %c: tensor<4x8xf32>)
    -> (tensor<1x4x1xf32>, tensor<4x8xf32>) {
  %y = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<1x4x8xf32>) outs(%i : tensor<1x4x1xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<1x4x1xf32>
  %z = linalg.generic {indexing_maps = [#lhs, #rhs, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %y, %z : tensor<1x4x1xf32>, tensor<4x8xf32>
}

// -----

// Whether all of a row is masked: the least of numbers 0 and 1.

// CHECK-LABEL: func.func @masked(
// CHECK:         linalg.fill {{.*}} -> tensor<4xf32>
// CHECK:         %[[LEAST:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK:           arith.cmpf oeq
// CHECK:           arith.uitofp
// CHECK:           arith.minimumf
// CHECK:         linalg.generic {{.*}} ins(%[[LEAST]] : tensor<4xf32>)
// CHECK:           arith.cmpf une
#x = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
func.func @masked(%x: tensor<4x64xf32>) -> tensor<4xi1> {
  %true = arith.constant true
  %none = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xi1>
  %init = linalg.fill ins(%true : i1) outs(%e : tensor<4xi1>) -> tensor<4xi1>
  %y = linalg.generic {indexing_maps = [#x, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x64xf32>) outs(%init : tensor<4xi1>) {
  ^bb0(%a: f32, %o: i1):
    %m = arith.cmpf oeq, %a, %none : f32
    %s = arith.andi %m, %o : i1
    linalg.yield %s : i1
  } -> tensor<4xi1>
  return %y : tensor<4xi1>
}
