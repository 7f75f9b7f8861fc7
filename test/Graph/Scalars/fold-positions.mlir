// RUN: lowp-opt %s --lowp-simplify-scalars=only=fold-positions --split-input-file | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#ij = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#column = affine_map<(d0, d1) -> (0, d1)>

// A causal mask: the reader compares its own loops.
// CHECK-LABEL: func.func @mask(
// CHECK-SAME:    %[[S:.*]]: tensor<64x64xf32>)
// CHECK-COUNT-1: linalg.generic
// CHECK-SAME:    ins(%[[S]] : tensor<64x64xf32>)
// CHECK-DAG:     %[[I:.*]] = linalg.index 0 : index
// CHECK-DAG:     %[[J:.*]] = linalg.index 1 : index
// CHECK-DAG:     %[[ROW:.*]] = arith.index_cast %[[I]]
// CHECK-DAG:     %[[COLUMN:.*]] = arith.index_cast %[[J]]
// CHECK:         %[[SEES:.*]] = arith.cmpi sle, %[[COLUMN]], %[[ROW]] : i64
// CHECK:         arith.select %[[SEES]]
// CHECK-NOT:     linalg.generic
func.func @mask(%s: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %least = arith.constant -1.0e30 : f32
  %e = tensor.empty() : tensor<64xi64>
  %ids = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<64xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    linalg.yield %n : i64
  } -> tensor<64xi64>
  %rows = tensor.expand_shape %ids [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
  %columns = tensor.expand_shape %ids [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
  %e1 = tensor.empty() : tensor<64x64xi1>
  %sees = linalg.generic {indexing_maps = [#column, #row, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%columns, %rows : tensor<1x64xi64>, tensor<64x1xi64>) outs(%e1 : tensor<64x64xi1>) {
  ^bb0(%c: i64, %r: i64, %o: i1):
    %p = arith.cmpi sle, %c, %r : i64
    linalg.yield %p : i1
  } -> tensor<64x64xi1>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s, %sees : tensor<64x64xf32>, tensor<64x64xi1>) outs(%e2 : tensor<64x64xf32>) {
  ^bb0(%a: f32, %p: i1, %o: f32):
    %v = arith.select %p, %a, %least : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
#ji = affine_map<(d0, d1) -> (d1)>
#i = affine_map<(d0, d1) -> (d0)>

// The steps between positions, the first of which is before all: each is 1, so no
// document begins, and the number of documents before each token is 0.
// CHECK-LABEL: func.func @documents(
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK:         linalg.fill ins(%[[ZERO]] : i64)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @documents() -> tensor<64xi64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %e = tensor.empty() : tensor<64xi64>
  %ids = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<64xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    linalg.yield %n : i64
  } -> tensor<64xi64>
  %first = tensor.extract_slice %ids[0] [1] [1] : tensor<64xi64> to tensor<1xi64>
  %e1 = tensor.empty() : tensor<1xi64>
  %before = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%first : tensor<1xi64>) outs(%e1 : tensor<1xi64>) {
  ^bb0(%n: i64, %o: i64):
    %m = arith.subi %n, %one : i64
    linalg.yield %m : i64
  } -> tensor<1xi64>
  %all = tensor.concat dim(0) %before, %ids : (tensor<1xi64>, tensor<64xi64>) -> tensor<65xi64>
  %from = tensor.extract_slice %all[0] [64] [1] : tensor<65xi64> to tensor<64xi64>
  %to = tensor.extract_slice %all[1] [64] [1] : tensor<65xi64> to tensor<64xi64>
  %begins = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%from, %to : tensor<64xi64>, tensor<64xi64>) outs(%e : tensor<64xi64>) {
  ^bb0(%a: i64, %b: i64, %o: i64):
    %step = arith.subi %b, %a : i64
    %begins = arith.cmpi ne, %step, %one : i64
    %n = arith.extui %begins : i1 to i64
    linalg.yield %n : i64
  } -> tensor<64xi64>
  %init = linalg.fill ins(%zero : i64) outs(%e : tensor<64xi64>) -> tensor<64xi64>
  %counts = linalg.generic {indexing_maps = [#ji, #i], iterator_types = ["parallel", "reduction"]}
      ins(%begins : tensor<64xi64>) outs(%init : tensor<64xi64>) {
  ^bb0(%n: i64, %o: i64):
    %here = linalg.index 0 : index
    %there = linalg.index 1 : index
    %isBefore = arith.cmpi ule, %there, %here : index
    %v = arith.select %isBefore, %n, %zero : i64
    %s = arith.addi %v, %o : i64
    linalg.yield %s : i64
  } -> tensor<64xi64>
  return %counts : tensor<64xi64>
}

// -----

#id = affine_map<(d0) -> (d0)>

// A gather at a loop's index, which is not negative: another range, further on.
// CHECK-LABEL: func.func @gather(
// CHECK:         linalg.generic
// CHECK:           %[[I:.*]] = linalg.index 0 : index
// CHECK-NOT:       arith.cmpi
// CHECK-NOT:       tensor.extract
// CHECK:           %[[N:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK:           arith.index_cast %[[N]] : index to i64
func.func @gather() -> tensor<8xi64> {
  %zero = arith.constant 0 : index
  %size = arith.constant 16 : index
  %e = tensor.empty() : tensor<16xi64>
  %ids = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<16xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    linalg.yield %n : i64
  } -> tensor<16xi64>
  %late = tensor.extract_slice %ids[8] [8] [1] : tensor<16xi64> to tensor<8xi64>
  %e1 = tensor.empty() : tensor<8xi64>
  %y = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e1 : tensor<8xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %isNegative = arith.cmpi slt, %i, %zero : index
    %wrapped = arith.addi %i, %size : index
    %at = arith.select %isNegative, %wrapped, %i : index
    %n = tensor.extract %late[%at] : tensor<8xi64>
    linalg.yield %n : i64
  } -> tensor<8xi64>
  return %y : tensor<8xi64>
}

// -----

#id = affine_map<(d0) -> (d0)>

// A sine of a position takes longer than reading it: a tensor.
// CHECK-LABEL: func.func @sines(
// CHECK:         %[[SINES:.*]] = linalg.generic
// CHECK:           math.sin
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[SINES]] : tensor<64xf32>, tensor<64xf32>)
func.func @sines(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %sines = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %s = math.sin %f : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %sines : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %p = arith.mulf %a, %s : f32
    linalg.yield %p : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// An unknown count of positions: no index is negative, each is known no further.
// CHECK-LABEL: func.func @any(
// CHECK:         linalg.generic
// CHECK:           %[[I:.*]] = linalg.index 0 : index
// CHECK-NEXT:      %[[P:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// CHECK-NEXT:      linalg.yield %[[P]]
func.func @any(%size: index) -> tensor<?xi1> {
  %zero = arith.constant 0 : index
  %limit = arith.constant 16 : index
  %e = tensor.empty(%size) : tensor<?xi1>
  %y = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xi1>) {
  ^bb0(%o: i1):
    %i = linalg.index 0 : index
    %isNatural = arith.cmpi sge, %i, %zero : index
    %isEarly = arith.cmpi slt, %i, %limit : index
    %p = arith.andi %isNatural, %isEarly : i1
    linalg.yield %p : i1
  } -> tensor<?xi1>
  return %y : tensor<?xi1>
}
