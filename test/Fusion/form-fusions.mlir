// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations --canonicalize | FileCheck %s

// A quantize takes what only it reads.
// CHECK-LABEL: @producer
// CHECK: lowp.fusion ins(%{{.*}} : tensor<?x512xbf16>, tensor<?x512xbf16>, index)
// CHECK: linalg.add
// CHECK: lowp.quantize
// CHECK: lowp.fusion_yield %{{.*}}, %{{.*}} : tensor<?x512xf8E4M3FN>, tensor<?x4xf32>
// CHECK-NOT: lowp.fusion
func.func @producer(%x: tensor<?x512xbf16>, %r: tensor<?x512xbf16>, %m: index)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block_1x128> {
  %e = tensor.empty(%m) : tensor<?x512xbf16>
  %s = linalg.add ins(%x, %r : tensor<?x512xbf16>, tensor<?x512xbf16>)
    outs(%e : tensor<?x512xbf16>) -> tensor<?x512xbf16>
  %q = lowp.quantize %s numerics <torchao> : tensor<?x512xbf16>
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block_1x128>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block_1x128>
}

// What others read too is one more output; two quantizes read once.
// CHECK-LABEL: @several
// CHECK: %[[F:.*]]:5 = lowp.fusion
// CHECK-NOT: lowp.fusion ins
// CHECK: return %[[F]]#0
func.func @several(%x: tensor<256x512xbf16>, %r: tensor<256x512xbf16>)
    -> (tensor<256x512xbf16>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>,
        !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>) {
  %e = tensor.empty() : tensor<256x512xbf16>
  %s = linalg.add ins(%x, %r : tensor<256x512xbf16>, tensor<256x512xbf16>)
    outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %q = lowp.quantize %s numerics <torchao> : tensor<256x512xbf16>
    -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>
  %t = lowp.quantize %s numerics <torchao> : tensor<256x512xbf16>
    -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
  return %s, %q, %t : tensor<256x512xbf16>,
    !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>,
    !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
}

// A reduction along the rows is part of it; dimensions of size 1 do not count.
// CHECK-LABEL: @row_reduction
// CHECK: lowp.fusion ins(%{{.*}} : tensor<1x64x256xf32>)
// CHECK: "reduction"
// CHECK: linalg.div
// CHECK-NOT: lowp.fusion ins
func.func @row_reduction(%x: tensor<1x64x256xf32>) -> tensor<1x64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64xf32>) -> tensor<1x64xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<1x64x256xf32>) outs(%init : tensor<1x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<1x64xf32>
  %w = tensor.empty() : tensor<1x64x256xf32>
  %wide = linalg.broadcast ins(%sum : tensor<1x64xf32>) outs(%w : tensor<1x64x256xf32>) dimensions = [2]
  %y = linalg.div ins(%x, %wide : tensor<1x64x256xf32>, tensor<1x64x256xf32>)
    outs(%w : tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
  return %y : tensor<1x64x256xf32>
}

// A value that comes back by way of something else cannot be in one launch with
// what reads that.
// CHECK-LABEL: @way_back
// CHECK: lowp.fusion
// CHECK: linalg.matmul
// CHECK: lowp.fusion
func.func @way_back(%x: tensor<64x64xf32>, %z: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%a, %x : tensor<64x64xf32>, tensor<64x64xf32>)
    outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.add ins(%a, %m : tensor<64x64xf32>, tensor<64x64xf32>)
    outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %b : tensor<64x64xf32>
}

// Rows that are too long for registers, or of unknown length, are read once per reduction.
// CHECK-LABEL: @long_rows
// CHECK: lowp.fusion
// CHECK: linalg.reduce
func.func @long_rows(%x: tensor<4x65536xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %sum = linalg.reduce ins(%x : tensor<4x65536xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %c = arith.addf %a, %b : f32
      linalg.yield %c : f32
    }
  return %sum : tensor<4xf32>
}

// CHECK-LABEL: @unknown_rows
// CHECK: lowp.fusion
// CHECK: linalg.reduce
// CHECK: linalg.add
func.func @unknown_rows(%x: tensor<4x?xf32>, %init: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %sum = linalg.reduce ins(%x : tensor<4x?xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %c = arith.addf %a, %b : f32
      linalg.yield %c : f32
    }
  %y = linalg.add ins(%sum, %init : tensor<4xf32>, tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// A quantize needs the row once more than a pass can give: it stays out of the fusion.
// CHECK-LABEL: @quantized_unknown_rows
// CHECK: lowp.fusion
// CHECK: linalg.reduce
// CHECK: lowp.fusion_yield
// CHECK: lowp.quantize
func.func @quantized_unknown_rows(%x: tensor<256x?xf32>, %init: tensor<256xf32>, %out: tensor<256x?xf32>)
    -> !lowp.scaled<256x?xf8E4M3FN, #lowp.block<1x128>> {
  %sum = linalg.reduce ins(%x : tensor<256x?xf32>) outs(%init : tensor<256xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %c = arith.addf %a, %b : f32
      linalg.yield %c : f32
    }
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>,
                                        affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<256x?xf32>, tensor<256xf32>) outs(%out : tensor<256x?xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %c = arith.mulf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<256x?xf32>
  %q = lowp.quantize %y numerics <torchao> : tensor<256x?xf32> -> !lowp.scaled<256x?xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<256x?xf8E4M3FN, #lowp.block<1x128>>
}

// A reduction down the columns is in no fusion.
// CHECK-LABEL: @columns
// CHECK-NOT: lowp.fusion
func.func @columns(%x: tensor<64x256xf32>, %init: tensor<256xf32>) -> tensor<256xf32> {
  %sum = linalg.reduce ins(%x : tensor<64x256xf32>) outs(%init : tensor<256xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %c = arith.addf %a, %b : f32
      linalg.yield %c : f32
    }
  return %sum : tensor<256xf32>
}

// A batch of one matrix is fused as the matrix is.
// CHECK-LABEL: func.func @batch_of_one(
// CHECK: lowp.fusion
// CHECK: lowp.quantize
func.func @batch_of_one(%x: tensor<1x256x512xbf16>) -> (tensor<1x256x512xf8E4M3FN>, tensor<1x2x4xf32>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<1x256x512xbf16> -> !lowp.scaled<1x256x512xf8E4M3FN, #lowp.block<128x128>>
  %d, %s = lowp.split_scaled %q : !lowp.scaled<1x256x512xf8E4M3FN, #lowp.block<128x128>>
  return %d, %s : tensor<1x256x512xf8E4M3FN>, tensor<1x2x4xf32>
}

// The parts of a concat are computed and stored in one launch.
// CHECK-LABEL: @parts
// CHECK: lowp.fusion
// CHECK: %[[C:.*]] = tensor.concat dim(1)
// CHECK: lowp.fusion_yield %[[C]] : tensor<64x128xbf16>
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @parts(%x: tensor<64x64xbf16>, %y: tensor<64x64xbf16>) -> tensor<64x128xbf16> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %a = linalg.add ins(%x, %y : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %b = linalg.mul ins(%x, %y : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %c = tensor.concat dim(1) %a, %b : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x128xbf16>
  return %c : tensor<64x128xbf16>
}

// What pairs have first and second, each of two parts: all of them are stored in one launch.
// CHECK-LABEL: @parts_of_parts
// CHECK: lowp.fusion
// CHECK: %[[FIRST:.*]] = tensor.concat dim(1)
// CHECK: %[[SECOND:.*]] = tensor.concat dim(1)
// CHECK: %[[C:.*]] = tensor.concat dim(2) %[[FIRST]], %[[SECOND]]
// CHECK: lowp.fusion_yield %[[C]] : tensor<64x128x2xbf16>
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @parts_of_parts(%x: tensor<64x64xbf16>, %y: tensor<64x64xbf16>) -> tensor<64x128x2xbf16> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %a = linalg.add ins(%x, %y : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %b = linalg.mul ins(%x, %y : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %a1 = tensor.expand_shape %a [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xbf16> into tensor<64x64x1xbf16>
  %b1 = tensor.expand_shape %b [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xbf16> into tensor<64x64x1xbf16>
  %x1 = tensor.expand_shape %x [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xbf16> into tensor<64x64x1xbf16>
  %y1 = tensor.expand_shape %y [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xbf16> into tensor<64x64x1xbf16>
  %first = tensor.concat dim(1) %a1, %x1 : (tensor<64x64x1xbf16>, tensor<64x64x1xbf16>) -> tensor<64x128x1xbf16>
  %second = tensor.concat dim(1) %b1, %y1 : (tensor<64x64x1xbf16>, tensor<64x64x1xbf16>) -> tensor<64x128x1xbf16>
  %c = tensor.concat dim(2) %first, %second : (tensor<64x128x1xbf16>, tensor<64x128x1xbf16>) -> tensor<64x128x2xbf16>
  return %c : tensor<64x128x2xbf16>
}

// Only one part has parts: the space of these is not that of the other.
// CHECK-LABEL: @some_parts
// CHECK: %[[HALVES:.*]] = lowp.fusion
// CHECK: tensor.concat dim(1)
// CHECK: lowp.fusion {{.*}}%[[HALVES]]
// CHECK: tensor.concat dim(1)
func.func @some_parts(%x: tensor<64x64xbf16>, %y: tensor<64x128xbf16>) -> tensor<64x256xbf16> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %a = linalg.exp ins(%x : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %halves = tensor.concat dim(1) %a, %x : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x128xbf16>
  %c = tensor.concat dim(1) %halves, %y : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x256xbf16>
  return %c : tensor<64x256xbf16>
}

// Parts of different sizes have no space in common.
// CHECK-LABEL: @unequal_parts
// CHECK: lowp.fusion
// CHECK: linalg.exp
// CHECK: lowp.fusion_yield
// CHECK: tensor.concat
func.func @unequal_parts(%x: tensor<64x64xbf16>, %y: tensor<64x32xbf16>) -> tensor<64x96xbf16> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %a = linalg.exp ins(%x : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %c = tensor.concat dim(1) %a, %y : (tensor<64x64xbf16>, tensor<64x32xbf16>) -> tensor<64x96xbf16>
  return %c : tensor<64x96xbf16>
}

// The type leaves a size open that the input states, and the other way round.
// CHECK-LABEL: @mixed_static
// CHECK: %[[F:.*]]:2 = lowp.fusion {{.*}} outs({{.*}} : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
// CHECK: lowp.fusion_yield %{{.*}}, %{{.*}} : tensor<64x?xf8E4M3FN>, tensor<64x1xf32>
// CHECK: %[[D:.*]] = tensor.cast %[[F]]#0 : tensor<64x256xf8E4M3FN> to tensor<64x?xf8E4M3FN>
// CHECK: lowp.make_scaled %[[D]], %[[F]]#1
func.func @mixed_static(%x: tensor<?x256xf32>) -> !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise> {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x256xf32>
    -> !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>
}

// The order of the program says which orientation of a transposed matrix with scales for rows is
// the fusion's: that of the matrix before it is transposed, whose
// columns are too tall for a block. So the two are fusions of their own.
// CHECK-LABEL: func.func @rows_of_transposed(
// CHECK:         %[[T:.*]] = lowp.fusion ins(%{{.*}} : tensor<128x512xbf16>)
// CHECK:           linalg.transpose
// CHECK-NOT:       lowp.quantize
// CHECK:         lowp.fusion ins(%[[T]] : tensor<512x128xbf16>)
// CHECK:           lowp.quantize
func.func @rows_of_transposed(%x: tensor<128x512xbf16>) -> !lowp.scaled<512x128xf8E4M3FN, #lowp.rowwise> {
  %e = tensor.empty() : tensor<512x128xbf16>
  %t = linalg.transpose ins(%x : tensor<128x512xbf16>) outs(%e : tensor<512x128xbf16>) permutation = [1, 0]
  %q = lowp.quantize %t numerics <torchao_rowwise> : tensor<512x128xbf16> -> !lowp.scaled<512x128xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<512x128xf8E4M3FN, #lowp.rowwise>
}

// A variance is taken from a mean, and both from the rows that are normalised.
// CHECK-LABEL: @variance(
// CHECK: lowp.fusion
// CHECK-COUNT-4: linalg.generic
// CHECK: lowp.fusion_yield
// CHECK-NOT: lowp.fusion ins
func.func @variance(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x256xf32>
  %re = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%re : tensor<64xf32>) -> tensor<64xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                          iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x256xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<64x256xf32>, tensor<64xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %t = arith.subf %a, %m : f32
    %u = arith.mulf %t, %t : f32
    linalg.yield %u : f32
  } -> tensor<64x256xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<64x256xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %v : tensor<64x256xf32>, tensor<64xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %t = arith.divf %a, %m : f32
    linalg.yield %t : f32
  } -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// A weight as the forward pass reads it and as its gradient does: one read, and
// both are there before the first of them is used.
// CHECK-LABEL: func.func @both_passes(
// CHECK-SAME:    %[[W:.*]]: tensor<256x512xbf16>
// CHECK:         %[[F:.*]]:4 = lowp.fusion ins(%[[W]] : tensor<256x512xbf16>)
// CHECK-COUNT-2:   lowp.quantize
// CHECK-NOT:     lowp.fusion ins(%[[W]]
// CHECK:         %[[BACKWARD:.*]] = lowp.make_scaled %[[F]]#2, %[[F]]#3
// CHECK-NOT:     lowp.fusion
// CHECK:         return %[[F]]#0, %[[BACKWARD]]
func.func @both_passes(%w: tensor<256x512xbf16>) -> (tensor<512x256xf8E4M3FN>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>) {
  %e = tensor.empty() : tensor<512x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x512xbf16>) outs(%e : tensor<512x256xbf16>) permutation = [1, 0]
  %forward = lowp.quantize %t numerics <torchao> : tensor<512x256xbf16> -> !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>>
  %data, %scales = lowp.split_scaled %forward
    : !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>>
  %backward = lowp.quantize %w numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
  return %data, %backward : tensor<512x256xf8E4M3FN>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
}

// Whole rows are rows of any matrix of a batch: a tile may lie in two.
// CHECK-LABEL: func.func @rows_of_batch(
// CHECK:         lowp.fusion
// CHECK-COUNT-1:   lowp.quantize
// CHECK-NOT:     lowp.quantize
func.func @rows_of_batch(%x: tensor<4x64x256xbf16>) -> (tensor<4x64x256xf8E4M3FN>, tensor<4x64x1xf32>) {
  %q = lowp.quantize %x numerics <torchao_rowwise> : tensor<4x64x256xbf16> -> !lowp.scaled<4x64x256xf8E4M3FN, #lowp.rowwise>
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<4x64x256xf8E4M3FN, #lowp.rowwise>
  return %data, %scales : tensor<4x64x256xf8E4M3FN>, tensor<4x64x1xf32>
}

// An empty tensor that both orders of a square matrix share says nothing of either.
// CHECK-LABEL: func.func @square(
// CHECK:         lowp.fusion
// CHECK:           arith.extf
// CHECK:           linalg.transpose
// CHECK:           lowp.quantize
// CHECK:           lowp.fusion_yield
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @square(%x: tensor<128x128xbf16>) -> !lowp.scaled<128x128xf8E4M3FN, #lowp.block<128x128>> {
  %e = tensor.empty() : tensor<128x128xf32>
  %wide = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<128x128xbf16>) outs(%e : tensor<128x128xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<128x128xf32>
  %t = linalg.transpose ins(%wide : tensor<128x128xf32>) outs(%e : tensor<128x128xf32>) permutation = [1, 0]
  %q = lowp.quantize %t numerics <torchao> : tensor<128x128xf32> -> !lowp.scaled<128x128xf8E4M3FN, #lowp.block<128x128>>
  return %q : !lowp.scaled<128x128xf8E4M3FN, #lowp.block<128x128>>
}

// A row that all rows of a matrix are multiplied by is reduced before, once: a
// token of a decoder, its norm and a product with a weight.
// CHECK-LABEL: func.func @shared_row(
// CHECK:         %[[SUM:.*]] = lowp.fusion ins(%{{.*}} : tensor<1x256xf32>) outs(%{{.*}} : tensor<1xf32>)
// CHECK:         lowp.fusion ins({{.*}}%[[SUM]]{{.*}}) outs(%{{.*}} : tensor<64xf32>)
// CHECK:           iterator_types = ["parallel", "reduction"]
// CHECK-NOT:       "reduction"
// CHECK:           lowp.fusion_yield
func.func @shared_row(%x: tensor<1x256xf32>, %w: tensor<64x256xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x256xf32>) outs(%i1 : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  %e2 = tensor.empty() : tensor<64xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64xf32>) -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(n, k) -> (0, k)>, affine_map<(n, k) -> (0)>, affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum, %w : tensor<1x256xf32>, tensor<1xf32>, tensor<64x256xf32>) outs(%i2 : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    %p = arith.mulf %d, %c : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// A matrix of one row is quantized by one CTA, also with the norm before it.
// CHECK-LABEL: func.func @one_row(
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<1x4096xbf16>)
// CHECK:           lowp.quantize
// CHECK-NOT:     lowp.fusion ins
func.func @one_row(%x: tensor<1x4096xbf16>) -> !lowp.scaled<1x4096xf8E4M3FN, #lowp.rowwise> {
  %0 = lowp.quantize %x numerics <torchao_rowwise> : tensor<1x4096xbf16> -> !lowp.scaled<1x4096xf8E4M3FN, #lowp.rowwise>
  return %0 : !lowp.scaled<1x4096xf8E4M3FN, #lowp.rowwise>
}

// A vector is a row; several CTAs reduce a long one that nothing quantizes: no
// fusion does.
// CHECK-LABEL: func.func @vector_sum(
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<4096xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK:         return
func.func @vector_sum(%x: tensor<4096xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4096xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %sum : tensor<f32>
}

// CHECK-LABEL: func.func @long_vector_sum(
// CHECK-NOT:     lowp.fusion
// CHECK:         return
func.func @long_vector_sum(%x: tensor<65536xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<65536xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %sum : tensor<f32>
}

// Halves beside a whole along another dimension have no space in common.
// CHECK-LABEL: @halves_beside_whole
// CHECK: %[[HALVES:.*]] = lowp.fusion
// CHECK: tensor.concat dim(2)
// CHECK: lowp.fusion {{.*}}%[[HALVES]]
// CHECK: tensor.concat dim(1)
func.func @halves_beside_whole(%x: tensor<8x4x32xbf16>, %v: tensor<8x4x64xbf16>) -> tensor<8x8x64xbf16> {
  %e = tensor.empty() : tensor<8x4x32xbf16>
  %a = linalg.exp ins(%x : tensor<8x4x32xbf16>) outs(%e : tensor<8x4x32xbf16>) -> tensor<8x4x32xbf16>
  %t = tensor.concat dim(2) %a, %x : (tensor<8x4x32xbf16>, tensor<8x4x32xbf16>) -> tensor<8x4x64xbf16>
  %c = tensor.concat dim(1) %t, %v : (tensor<8x4x64xbf16>, tensor<8x4x64xbf16>) -> tensor<8x8x64xbf16>
  return %c : tensor<8x8x64xbf16>
}

// Nor have they where a type leaves the whole's size open.
// CHECK-LABEL: @halves_beside_open
// CHECK: %[[HALVES:.*]] = lowp.fusion
// CHECK: tensor.concat dim(1)
// CHECK: lowp.fusion {{.*}}%[[HALVES]]
// CHECK: tensor.concat dim(0)
func.func @halves_beside_open(%x: tensor<8x32xbf16>, %v: tensor<8x?xbf16>) -> tensor<16x64xbf16> {
  %e = tensor.empty() : tensor<8x32xbf16>
  %a = linalg.exp ins(%x : tensor<8x32xbf16>) outs(%e : tensor<8x32xbf16>) -> tensor<8x32xbf16>
  %t = tensor.concat dim(1) %a, %x : (tensor<8x32xbf16>, tensor<8x32xbf16>) -> tensor<8x64xbf16>
  %c = tensor.concat dim(0) %t, %v : (tensor<8x64xbf16>, tensor<8x?xbf16>) -> tensor<16x64xbf16>
  return %c : tensor<16x64xbf16>
}

// Halves everywhere, on three levels: all of them are stored in one launch.
// CHECK-LABEL: @three_levels
// CHECK: lowp.fusion
// CHECK-NOT: lowp.fusion ins
// CHECK: return
func.func @three_levels(%x: tensor<8x4x32xbf16>) -> tensor<16x8x64xbf16> {
  %e = tensor.empty() : tensor<8x4x32xbf16>
  %a = linalg.exp ins(%x : tensor<8x4x32xbf16>) outs(%e : tensor<8x4x32xbf16>) -> tensor<8x4x32xbf16>
  %t = tensor.concat dim(2) %a, %x : (tensor<8x4x32xbf16>, tensor<8x4x32xbf16>) -> tensor<8x4x64xbf16>
  %u = tensor.concat dim(2) %x, %a : (tensor<8x4x32xbf16>, tensor<8x4x32xbf16>) -> tensor<8x4x64xbf16>
  %v = tensor.concat dim(2) %a, %a : (tensor<8x4x32xbf16>, tensor<8x4x32xbf16>) -> tensor<8x4x64xbf16>
  %s = tensor.concat dim(1) %t, %u : (tensor<8x4x64xbf16>, tensor<8x4x64xbf16>) -> tensor<8x8x64xbf16>
  %w = tensor.concat dim(1) %v, %t : (tensor<8x4x64xbf16>, tensor<8x4x64xbf16>) -> tensor<8x8x64xbf16>
  %c = tensor.concat dim(0) %s, %w : (tensor<8x8x64xbf16>, tensor<8x8x64xbf16>) -> tensor<16x8x64xbf16>
  return %c : tensor<16x8x64xbf16>
}

// Two sums share their zeros, which say nothing of dimensions.
// CHECK-LABEL: @shared_zeros
// CHECK: lowp.fusion
// CHECK-COUNT-2: linalg.reduce
// CHECK: lowp.fusion_yield
func.func @shared_zeros(%x: tensor<2x2x32xf32>) -> tensor<2x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<2x2x32xf32>) outs(%i : tensor<2x2xf32>) dimensions = [2]
  %o = tensor.empty() : tensor<2x2x32xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>,
      affine_map<(a, b, c) -> (b, a, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s : tensor<2x2x32xf32>, tensor<2x2xf32>) outs(%o : tensor<2x2x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<2x2x32xf32>
  %r = linalg.reduce { arith.addf } ins(%m : tensor<2x2x32xf32>) outs(%i : tensor<2x2xf32>) dimensions = [2]
  return %r : tensor<2x2xf32>
}
