// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations -split-input-file | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// What a mask leaves of a row is reduced with it.
// CHECK-LABEL: func.func @causal(
// CHECK: lowp.fusion
// CHECK: linalg.index 0
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: lowp.fusion_yield
// CHECK-NOT: linalg.generic
func.func @causal(%x: tensor<64x512xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64x512xf32>
  %y = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<64x512xf32>) outs(%e : tensor<64x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %is = arith.cmpi sle, %j, %i : index
    %no = arith.constant 0xFF800000 : f32
    %v = arith.select %is, %a, %no : f32
    linalg.yield %v : f32
  } -> tensor<64x512xf32>
  %no = arith.constant 0xFF800000 : f32
  %f = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%no : f32) outs(%f : tensor<64xf32>) -> tensor<64xf32>
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
    ins(%y : tensor<64x512xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %m : tensor<64xf32>
}

// -----

// Nothing is read; the size comes from what the result is made with.
// CHECK-LABEL: func.func @iota(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[OUT:.*]] = tensor.empty(%[[N]]) : tensor<?xi64>
// CHECK: lowp.fusion ins(%[[N]] : index) outs(%[[OUT]] : tensor<?xi64>)
// CHECK: ^bb0(%[[SIZE:.*]]: index):
// CHECK: tensor.empty(%[[SIZE]])
// CHECK: linalg.index 0
func.func @iota(%n: index) -> tensor<?xi64> {
  %e = tensor.empty(%n) : tensor<?xi64>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    outs(%e : tensor<?xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i64
    linalg.yield %v : i64
  } -> tensor<?xi64>
  return %y : tensor<?xi64>
}

// -----

#all = affine_map<(i, j) -> (i, j)>

// A row that a position tells; what it reads at the column is scaled by that.
// CHECK-LABEL: func.func @gather(
// CHECK: lowp.fusion
// CHECK: affine.apply
// CHECK: tensor.extract
func.func @gather(%t: tensor<100x512xf32>) -> tensor<64x512xf32> {
  %e = tensor.empty() : tensor<64x512xf32>
  %y = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
    outs(%e : tensor<64x512xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %at = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
    %a = tensor.extract %t[%at, %j] : tensor<100x512xf32>
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    %v = arith.mulf %a, %f : f32
    linalg.yield %v : f32
  } -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Where the largest element is follows from two values of a row together, and a row
// that depends on the column is no row.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: lowp.fusion
// CHECK: return
func.func @alone(%x: tensor<64x512xf32>) -> (tensor<64xi64>, tensor<64x512xf32>) {
  %no = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %f = tensor.empty() : tensor<64xf32>
  %n = tensor.empty() : tensor<64xi64>
  %low = linalg.fill ins(%no : f32) outs(%f : tensor<64xf32>) -> tensor<64xf32>
  %first = linalg.fill ins(%zero : i64) outs(%n : tensor<64xi64>) -> tensor<64xi64>
  %m:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x512xf32>) outs(%low, %first : tensor<64xf32>, tensor<64xi64>) {
  ^bb0(%a: f32, %o: f32, %p: i64):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i64
    %v = arith.maximumf %a, %o : f32
    %is = arith.cmpf ogt, %a, %o : f32
    %w = arith.select %is, %c, %p : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<64xf32>, tensor<64xi64>)
  %e = tensor.empty() : tensor<64x512xf32>
  %y = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
    outs(%e : tensor<64x512xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.minui %i, %j : index
    %a = tensor.extract %x[%k, %j] : tensor<64x512xf32>
    linalg.yield %a : f32
  } -> tensor<64x512xf32>
  return %m#1, %y : tensor<64xi64>, tensor<64x512xf32>
}
