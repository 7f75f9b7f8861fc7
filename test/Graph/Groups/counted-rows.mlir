// RUN: lowp-opt %s --lowp-form-groups --canonicalize --cse | FileCheck %s

// How many rows each group has, and where groups end, as front ends write a histogram or a one-hot sum and its cumsum: what
// orders the rows knows both, wherever it stands.

#row = affine_map<(m, g) -> (m)>
#column = affine_map<(m, g) -> (g)>
#element = affine_map<(m, g) -> (m, g)>

// CHECK-LABEL: func.func @counts_and_ends(
// CHECK-SAME:    %[[IDS:.*]]: tensor<42xi64>
// CHECK:         %[[ROWS:.*]], %{{.*}}, %[[ENDS:.*]] = lowp.order_rows %[[IDS]]
// CHECK:         %[[COUNTS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} outs(%{{.*}} : tensor<5xi64>)
// CHECK:           tensor.extract %[[ENDS]]
// CHECK:           tensor.extract %[[ENDS]]
// CHECK:           arith.subi
// CHECK:         %[[TOTALS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} outs(%{{.*}} : tensor<5xi64>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      linalg.index 0
// CHECK-NEXT:      %[[END:.*]] = tensor.extract %[[ENDS]]
// CHECK-NEXT:      arith.extsi %[[END]]
// CHECK-NOT:     "reduction"
// CHECK:         return %[[COUNTS]], %[[TOTALS]], %[[ROWS]]
func.func @counts_and_ends(%ids: tensor<42xi64>) -> (tensor<5xi64>, tensor<5xi64>, tensor<42xi32>) {
  %none = arith.constant 0 : i64
  %column = tensor.expand_shape %ids [[0, 1]] output_shape [42, 1] : tensor<42xi64> into tensor<42x1xi64>
  %groups = arith.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %oe = tensor.empty() : tensor<42x5xi1>
  %hot = linalg.generic {indexing_maps = [affine_map<(m, g) -> (m, 0)>, #column, #element], iterator_types = ["parallel", "parallel"]}
      ins(%column, %groups : tensor<42x1xi64>, tensor<5xi64>) outs(%oe : tensor<42x5xi1>) {
  ^bb0(%id: i64, %g: i64, %o: i1):
    %is = arith.cmpi eq, %id, %g : i64
    linalg.yield %is : i1
  } -> tensor<42x5xi1>
  %ne = tensor.empty() : tensor<5xi64>
  %nz = linalg.fill ins(%none : i64) outs(%ne : tensor<5xi64>) -> tensor<5xi64>
  %counts = linalg.generic {indexing_maps = [#element, #column], iterator_types = ["reduction", "parallel"]}
      ins(%hot : tensor<42x5xi1>) outs(%nz : tensor<5xi64>) {
  ^bb0(%is: i1, %so_far: i64):
    %n = arith.extui %is : i1 to i64
    %sum = arith.addi %n, %so_far : i64
    linalg.yield %sum : i64
  } -> tensor<5xi64>
  %ends = linalg.generic {indexing_maps = [affine_map<(g, h) -> (h)>, affine_map<(g, h) -> (g)>], iterator_types = ["parallel", "reduction"]}
      ins(%counts : tensor<5xi64>) outs(%nz : tensor<5xi64>) {
  ^bb0(%count: i64, %so_far: i64):
    %here = linalg.index 0 : index
    %there = linalg.index 1 : index
    %is = arith.cmpi ule, %there, %here : index
    %kept = arith.select %is, %count, %none : i64
    %sum = arith.addi %so_far, %kept : i64
    linalg.yield %sum : i64
  } -> tensor<5xi64>
  %rows, %places, %e = lowp.order_rows %ids : tensor<42xi64> -> tensor<42xi32>, tensor<42xi32>, tensor<5xi32>
  return %counts, %ends, %rows : tensor<5xi64>, tensor<5xi64>, tensor<42xi32>
}

// Other ids, another comparison, and sums of what is before a group alone stay.

// CHECK-LABEL: func.func @others(
// CHECK:         "reduction"
// CHECK:         "reduction"
// CHECK:         return
func.func @others(%ids: tensor<42xi32>, %other: tensor<42xi32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<42xi32>) {
  %none = arith.constant 0 : i32
  %rows, %places, %e = lowp.order_rows %ids : tensor<42xi32> -> tensor<42xi32>, tensor<42xi32>, tensor<5xi32>
  %ne = tensor.empty() : tensor<5xi32>
  %nz = linalg.fill ins(%none : i32) outs(%ne : tensor<5xi32>) -> tensor<5xi32>
  %counts = linalg.generic {indexing_maps = [#row, #column], iterator_types = ["reduction", "parallel"]}
      ins(%other : tensor<42xi32>) outs(%nz : tensor<5xi32>) {
  ^bb0(%id: i32, %so_far: i32):
    %i = linalg.index 1 : index
    %g = arith.index_cast %i : index to i32
    %is = arith.cmpi eq, %id, %g : i32
    %n = arith.extui %is : i1 to i32
    %sum = arith.addi %n, %so_far : i32
    linalg.yield %sum : i32
  } -> tensor<5xi32>
  %less = linalg.generic {indexing_maps = [#row, #column], iterator_types = ["reduction", "parallel"]}
      ins(%ids : tensor<42xi32>) outs(%nz : tensor<5xi32>) {
  ^bb0(%id: i32, %so_far: i32):
    %i = linalg.index 1 : index
    %g = arith.index_cast %i : index to i32
    %is = arith.cmpi slt, %id, %g : i32
    %n = arith.extui %is : i1 to i32
    %sum = arith.addi %n, %so_far : i32
    linalg.yield %sum : i32
  } -> tensor<5xi32>
  return %counts, %less, %rows : tensor<5xi32>, tensor<5xi32>, tensor<42xi32>
}
