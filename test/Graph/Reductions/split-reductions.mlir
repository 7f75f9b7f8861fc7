// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=split-reductions --canonicalize --cse | FileCheck %s

// Many rows: parts beside each other, and a sum along rows.

// CHECK-LABEL: func.func @columns(
// CHECK-SAME:    %[[X:.*]]: tensor<2048x512xf32>, %[[INIT:.*]]: tensor<512xf32>)
// CHECK:         %[[IN_PARTS:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1], [2]] output_shape [32, 64, 512]
// CHECK:         %[[PARTS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[IN_PARTS]] : tensor<32x64x512xf32>) outs(%{{.*}} : tensor<512x32xf32>)
// CHECK-NOT:       linalg.index
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[PARTS]] : tensor<512x32xf32>) outs(%[[INIT]] : tensor<512xf32>)
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>
func.func @columns(%x: tensor<2048x512xf32>, %init: tensor<512xf32>) -> tensor<512xf32> {
  %y = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<2048x512xf32>) outs(%init : tensor<512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<512xf32>
  return %y : tensor<512xf32>
}

// -----

// A matrix without columns has no parts.

// CHECK-LABEL: func.func @no_columns(
// CHECK-NOT:     tensor.expand_shape
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]}
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>
func.func @no_columns(%x: tensor<2048x0xf32>, %init: tensor<0xf32>) -> tensor<0xf32> {
  %y = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<2048x0xf32>) outs(%init : tensor<0xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<0xf32>
  return %y : tensor<0xf32>
}

// -----

// What a quantize reads has even parts, of 128 rows on, so that the fusion of the
// quantize can make them: here of 16 rows. Without a quantize one kernel adds up as
// few rows.

// CHECK-LABEL: func.func @quantized(
// CHECK-SAME:    %[[X:.*]]: tensor<272x64x8xbf16>, %[[Y:.*]]: tensor<272x512xbf16>,
// CHECK:         %[[MATRIX:.*]] = tensor.collapse_shape %[[X]]
// CHECK:         lowp.quantize %[[MATRIX]]
// CHECK:         tensor.expand_shape %[[X]] {{\[}}[0, 1], [2], [3]] output_shape [17, 16, 64, 8]
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[Y]]
!q = !lowp.scaled<272x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
func.func @quantized(%x: tensor<272x64x8xbf16>, %y: tensor<272x512xbf16>, %i: tensor<64x8xf32>, %j: tensor<512xf32>)
    -> (!q, tensor<64x8xf32>, tensor<512xf32>) {
  %matrix = tensor.collapse_shape %x [[0], [1, 2]] : tensor<272x64x8xbf16> into tensor<272x512xbf16>
  %q = lowp.quantize %matrix numerics <torchao> : tensor<272x512xbf16> -> !q
  %s = linalg.generic {indexing_maps = [affine_map<(m, h, n) -> (m, h, n)>, affine_map<(m, h, n) -> (h, n)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%x : tensor<272x64x8xbf16>) outs(%i : tensor<64x8xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %z = arith.addf %w, %b : f32
    linalg.yield %z : f32
  } -> tensor<64x8xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<272x512xbf16>) outs(%j : tensor<512xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %z = arith.addf %w, %b : f32
    linalg.yield %z : f32
  } -> tensor<512xf32>
  return %q, %s, %t : !q, tensor<64x8xf32>, tensor<512xf32>
}

// -----

// Parts that do not divide the rows combine rows of their own; what is combined
// by a product begins at 1, and both results have parts.

// CHECK-DAG:   #[[ROWS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG:   #[[SUMS:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-LABEL: func.func @ragged(
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.0
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.0
// CHECK-DAG:     %[[ROWS_PER_PART:.*]] = arith.constant 64 : index
// CHECK-DAG:     linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<512x128xf32>)
// CHECK-DAG:     linalg.fill ins(%[[ONE]] : f32) outs(%{{.*}} : tensor<512x128xf32>)
// CHECK:         %[[PARTS:.*]]:2 = linalg.generic {indexing_maps = [#[[ROWS]], #[[SUMS]], #[[SUMS]]], iterator_types = ["parallel", "reduction", "parallel"]}
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f32, %[[S:.*]]: f32, %[[P:.*]]: f32):
// CHECK-DAG:       %[[SUM:.*]] = arith.addf %[[A]], %[[S]]
// CHECK-DAG:       %[[PRODUCT:.*]] = arith.mulf %[[A]], %[[P]]
// CHECK-DAG:       %[[ROW:.*]] = linalg.index 1
// CHECK-DAG:       %[[PART:.*]] = linalg.index 0
// CHECK:           %[[OF:.*]] = arith.divui %[[ROW]], %[[ROWS_PER_PART]]
// CHECK:           %[[OWN:.*]] = arith.cmpi eq, %[[OF]], %[[PART]]
// CHECK:           %[[NEXT_SUM:.*]] = arith.select %[[OWN]], %[[SUM]], %[[S]]
// CHECK:           %[[NEXT_PRODUCT:.*]] = arith.select %[[OWN]], %[[PRODUCT]], %[[P]]
// CHECK:           linalg.yield %[[NEXT_SUM]], %[[NEXT_PRODUCT]]
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[PARTS]]#0
// CHECK:           arith.addf
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[PARTS]]#1
// CHECK:           arith.mulf
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>
func.func @ragged(%x: tensor<8190x512xf32>, %s: tensor<512xf32>, %p: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>) {
  %y:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8190x512xf32>) outs(%s, %p : tensor<512xf32>, tensor<512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.mulf %a, %c : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<512xf32>, tensor<512xf32>)
  return %y#0, %y#1 : tensor<512xf32>, tensor<512xf32>
}

// -----

// The fast one of several loops stays whole, the slow one is parts, and 256 parts are cut out of
// the one between.

// CHECK-LABEL: func.func @three_loops(
// CHECK-SAME:    %[[A:.*]]: tensor<2x2048x32x128xf32>, %[[B:.*]]: tensor<2x32x2048x128xf32>
// CHECK-DAG:     %[[A_PARTS:.*]] = tensor.expand_shape %[[A]] {{\[}}[0], [1, 2], [3], [4]] output_shape [2, 256, 8, 32, 128]
// CHECK-DAG:     %[[B_PARTS:.*]] = tensor.expand_shape %[[B]] {{\[}}[0], [1], [2, 3], [4]] output_shape [2, 32, 256, 8, 128]
// CHECK:         %[[PARTS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%[[A_PARTS]], %[[B_PARTS]] {{.*}} outs(%{{.*}} : tensor<128x2x256xf32>)
// CHECK:         %[[JOINED:.*]] = tensor.collapse_shape %[[PARTS]] {{\[}}[0], [1, 2]] : tensor<128x2x256xf32> into tensor<128x512xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[JOINED]]
func.func @three_loops(%a: tensor<2x2048x32x128xf32>, %b: tensor<2x32x2048x128xf32>, %init: tensor<128xf32>) -> tensor<128xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k, n) -> (i, j, k, n)>, affine_map<(i, j, k, n) -> (i, k, j, n)>, affine_map<(i, j, k, n) -> (n)>],
                       iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
      ins(%a, %b : tensor<2x2048x32x128xf32>, tensor<2x32x2048x128xf32>) outs(%init : tensor<128xf32>) {
  ^bb0(%x: f32, %z: f32, %o: f32):
    %p = arith.mulf %x, %z : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<128xf32>
  return %y : tensor<128xf32>
}

// -----

// Sizes that the run tells: parts of 128 rows, one at least.

// CHECK:       #[[COUNT:.*]] = affine_map<()[s0] -> (s0 floordiv 128 + 1)>
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xf32>
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG:     %[[PARTS:.*]] = affine.apply #[[COUNT]]()[%[[M]]]
// CHECK-DAG:     %[[N:.*]] = tensor.dim %{{.*}}, %c0
// CHECK:         tensor.empty(%{{.*}}, %[[PARTS]]) : tensor<?x?xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]}
// CHECK:           arith.select
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
func.func @unknown(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.maximumf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// Unknown loops that lie beside each other are one.

// CHECK:       #[[COUNT:.*]] = affine_map<()[s0] -> (s0 floordiv 128 + 1)>
// CHECK-LABEL: func.func @batches(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?x64xf32>
// CHECK-DAG:     %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[ROWS]], %c0
// CHECK-DAG:     affine.apply #[[COUNT]]()[%[[M]]]
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[ROWS]]
// CHECK:           arith.select
func.func @batches(%x: tensor<?x?x64xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (n)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : tensor<?x?x64xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// -----

// Where two do not, each point of the slow one is a part, and one more.

// CHECK:       #[[COUNT:.*]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-LABEL: func.func @two_unknown(
// CHECK:         affine.apply #[[COUNT]]
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel"]}
// CHECK-DAG:       %[[ROW:.*]] = linalg.index 1
// CHECK-DAG:       %[[PART:.*]] = linalg.index 0
// CHECK:           arith.cmpi eq, %[[ROW]], %[[PART]]
func.func @two_unknown(%x: tensor<?x8x?x64xf32>, %init: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (h, n)>], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%x : tensor<?x8x?x64xf32>) outs(%init : tensor<8x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}

// -----

// Few long rows.

// CHECK-LABEL: func.func @long_rows(
// CHECK:         tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [16, 64, 4096]
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<16x1x64xf32>)
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
func.func @long_rows(%x: tensor<16x262144xf32>, %init: tensor<16x1xf32>) -> tensor<16x1xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x262144xf32>) outs(%init : tensor<16x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<16x1xf32>
  return %y : tensor<16x1xf32>
}

// -----

// Rows that are too few for parts, or enough columns; rows that are many, or short; positions in the body; products that
// tensor cores add up.

// CHECK-LABEL: func.func @whole(
// CHECK-NOT:     tensor.expand_shape
// CHECK-NOT:     arith.select
// CHECK-COUNT-7: linalg.generic
// CHECK-NOT:     linalg.generic
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @whole(%ragged: tensor<300x512xf32>, %few: tensor<96x512xf32>, %several: tensor<128x2048x512xf32>,
                 %many: tensor<4096x65536xf32>, %short: tensor<16x4096xf32>, %l: tensor<512x4096xf32>, %r: tensor<4096x512xf32>,
                 %c: tensor<512xf32>, %bc: tensor<128x512xf32>, %m: tensor<4096xf32>, %s: tensor<16xf32>, %square: tensor<512x512xf32>)
    -> (tensor<512xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<4096xf32>, tensor<16xf32>, tensor<512xf32>, tensor<512x512xf32>) {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel"]}
      ins(%ragged : tensor<300x512xf32>) outs(%c : tensor<512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<512xf32>
  %1 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel"]}
      ins(%few : tensor<96x512xf32>) outs(%c : tensor<512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<512xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%several : tensor<128x2048x512xf32>) outs(%bc : tensor<128x512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<128x512xf32>
  %3 = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
      ins(%many : tensor<4096x65536xf32>) outs(%m : tensor<4096xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<4096xf32>
  %4 = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
      ins(%short : tensor<16x4096xf32>) outs(%s : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<16xf32>
  %5 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel"]}
      ins(%r : tensor<4096x512xf32>) outs(%c : tensor<512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %p = arith.mulf %a, %f : f32
    %x = arith.addf %p, %b : f32
    linalg.yield %x : f32
  } -> tensor<512xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%l, %r : tensor<512x4096xf32>, tensor<4096x512xf32>) outs(%square : tensor<512x512xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %p = arith.mulf %a, %b : f32
    %x = arith.addf %p, %d : f32
    linalg.yield %x : f32
  } -> tensor<512x512xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<512xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<4096xf32>, tensor<16xf32>, tensor<512xf32>, tensor<512x512xf32>
}

// -----

// Rows of what is added up are reduced, too, after another operation: parts are
// those of a CTA each, which lie together.

// CHECK-LABEL: func.func @beside_reduced_rows(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}} : tensor<256x16x512xbf16>) outs(%{{.*}} : tensor<256x512xf32>)
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<256x512xf32>) outs(%{{.*}} : tensor<512xf32>)
#in = affine_map<(d0, d1) -> (d0, d1)>
func.func @beside_reduced_rows(%x: tensor<4096x512xbf16>, %i: tensor<512xf32>, %j: tensor<4096xf32>) -> (tensor<512xf32>, tensor<4096xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x512xbf16>
  %d = linalg.add ins(%x, %x : tensor<4096x512xbf16>, tensor<4096x512xbf16>) outs(%e : tensor<4096x512xbf16>) -> tensor<4096x512xbf16>
  %n = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<4096x512xbf16>) outs(%j : tensor<4096xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.mulf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<4096xf32>
  %y = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4096x512xbf16>) outs(%i : tensor<512xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<512xf32>
  return %y, %n : tensor<512xf32>, tensor<4096xf32>
}

// -----

// A CTA has many short rows, whose sums are few and lie as those of others.

// CHECK-LABEL: func.func @beside_short_rows(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}} : tensor<1024x128x128xbf16>) outs(%{{.*}} : tensor<128x1024xf32>)
#in = affine_map<(d0, d1) -> (d0, d1)>
func.func @beside_short_rows(%x: tensor<131072x128xbf16>, %i: tensor<128xf32>, %j: tensor<131072xf32>) -> (tensor<128xf32>, tensor<131072xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<131072x128xbf16>
  %d = linalg.add ins(%x, %x : tensor<131072x128xbf16>, tensor<131072x128xbf16>) outs(%e : tensor<131072x128xbf16>) -> tensor<131072x128xbf16>
  %n = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<131072x128xbf16>) outs(%j : tensor<131072xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.mulf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<131072xf32>
  %y = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<131072x128xbf16>) outs(%i : tensor<128xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<128xf32>
  return %y, %n : tensor<128xf32>, tensor<131072xf32>
}

// -----

// Parts of 16 rows are no parts of 257: no fusion has both, and they lie as those of others.

// CHECK-LABEL: func.func @beside_reduced_parts(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}} : tensor<257x16x512xbf16>) outs(%{{.*}} : tensor<512x257xf32>)
#in = affine_map<(d0, d1) -> (d0, d1)>
func.func @beside_reduced_parts(%x0: tensor<16x257x512xbf16>, %i: tensor<512xf32>, %j: tensor<4112xf32>) -> (tensor<512xf32>, tensor<4112xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4112x512xbf16>
  %x = tensor.collapse_shape %x0 [[0, 1], [2]] : tensor<16x257x512xbf16> into tensor<4112x512xbf16>
  %d = linalg.add ins(%x, %x : tensor<4112x512xbf16>, tensor<4112x512xbf16>) outs(%e : tensor<4112x512xbf16>) -> tensor<4112x512xbf16>
  %n = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<4112x512xbf16>) outs(%j : tensor<4112xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.mulf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<4112xf32>
  %y = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4112x512xbf16>) outs(%i : tensor<512xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<512xf32>
  return %y, %n : tensor<512xf32>, tensor<4112xf32>
}

// -----

// No rows are reduced.

// CHECK-LABEL: func.func @beside_filled_rows(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}} : tensor<64x64x512xbf16>) outs(%{{.*}} : tensor<512x64xf32>)
#in = affine_map<(d0, d1) -> (d0, d1)>
func.func @beside_filled_rows(%x: tensor<4096x512xbf16>, %i: tensor<512xf32>, %j: tensor<4096xf32>) -> (tensor<512xf32>, tensor<4096xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x512xbf16>
  %d = linalg.add ins(%x, %x : tensor<4096x512xbf16>, tensor<4096x512xbf16>) outs(%e : tensor<4096x512xbf16>) -> tensor<4096x512xbf16>
  %n = linalg.fill ins(%zero : f32) outs(%j : tensor<4096xf32>) -> tensor<4096xf32>
  %y = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4096x512xbf16>) outs(%i : tensor<512xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<512xf32>
  return %y, %n : tensor<512xf32>, tensor<4096xf32>
}
