// RUN: lowp-opt %s --lowp-simplify-scalars=only=lift-reads | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>

// A broadcast that an exporter decides at run time.
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x?xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[ROW]], #[[ALL]]]
// CHECK-SAME: ins(%[[X]] : tensor<1x?xf32>)
// CHECK: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK: linalg.yield %[[IN]]
func.func @broadcast(%x: tensor<1x?xf32>) -> tensor<4x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<1x?xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %y = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<4x?xf32>) {
  ^bb0(%old: f32):
    %j = linalg.index 1 : index
    %one = arith.cmpi eq, %n, %c1 : index
    %place = arith.select %one, %c0, %j : index
    %a = tensor.extract %x[%c0, %place] : tensor<1x?xf32>
    linalg.yield %a : f32
  } -> tensor<4x?xf32>
  return %y : tensor<4x?xf32>
}

// Turned, beside an input that is there already.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x4xf32>, %[[Y:[^:]*]]: tensor<4x8xf32>
// CHECK: ins(%[[Y]], %[[X]] : tensor<4x8xf32>, tensor<8x4xf32>)
func.func @turned(%x: tensor<8x4xf32>, %y: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%b: f32, %old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = tensor.extract %x[%j, %i] : tensor<8x4xf32>
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// Loops that do not cover the tensor, sizes that nothing compares, rows that are looked up; but
// the numbers of the rows are read at their place.
// CHECK-LABEL: func.func @stays(
// CHECK-SAME: %{{.*}}: tensor<9x8xf32>, %{{.*}}: tensor<?x8xf32>, %[[AT:[^:]*]]: tensor<4xindex>
// CHECK: ins(%[[AT]] : tensor<4xindex>)
// CHECK-COUNT-4: tensor.extract
func.func @stays(%x: tensor<9x8xf32>, %u: tensor<?x8xf32>, %at: tensor<4xindex>, %m: index, %e: tensor<4x8xf32>)
    -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<4x8xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = tensor.extract %x[%i, %j] : tensor<9x8xf32>
    %b = tensor.extract %u[%i, %j] : tensor<?x8xf32>
    %row = tensor.extract %at[%i] : tensor<4xindex>
    %c = tensor.extract %x[%row, %j] : tensor<9x8xf32>
    %one = arith.cmpi eq, %m, %c1 : index
    %place = arith.select %one, %c0, %j : index
    %d = tensor.extract %x[%c0, %place] : tensor<9x8xf32>
    %ab = arith.addf %a, %b : f32
    %cd = arith.addf %c, %d : f32
    %s = arith.addf %ab, %cd : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
