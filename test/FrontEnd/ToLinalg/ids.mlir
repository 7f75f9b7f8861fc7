// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s
// RUN: lowp-opt %s --convert-front-end-to-linalg --remarks-filter=convert-front-end-to-linalg --remark-format=emitRemark 2>&1 >%t | FileCheck %s --check-prefix=REMARK

// Experts that a topk has found, as torch.argsort orders them: 8 different numbers are counted. The places of rows are the
// order of the order.

// REMARK: a sort of the numbers of 8 groups counts them

// CHECK-LABEL: func.func @argsort(
// CHECK:         %[[CHOSEN:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<?x2xi64> into tensor<?xi64>
// CHECK:         %[[ROWS:.*]], %[[PLACES:.*]], %{{.*}} = lowp.order_rows %[[CHOSEN]] : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
// CHECK:         %[[SORTED:.*]] = linalg.generic {{.*}} ins(%[[ROWS]] : tensor<?xi32>) outs(%{{.*}} : tensor<?xi64>)
// CHECK:           tensor.extract %[[CHOSEN]]
// CHECK:         %[[ORDER:.*]] = linalg.generic {{.*}} ins(%[[ROWS]] : tensor<?xi32>) outs(%{{.*}} : tensor<?xi64>)
// CHECK:           arith.extsi %{{.*}} : i32 to i64
// CHECK:         %[[BACK:.*]] = linalg.generic {{.*}} ins(%[[PLACES]] : tensor<?xi32>) outs(%{{.*}} : tensor<?xi64>)
// CHECK:           arith.extsi %{{.*}} : i32 to i64
// CHECK-NOT:     lowp.order_rows
// CHECK:         return %[[SORTED]], %[[ORDER]], %[[BACK]]
#one = affine_map<(i) -> (i)>
func.func @argsort(%scores: tensor<?x8xf32>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %lowest = arith.constant 0xFF800000 : f32
  %t = tensor.dim %scores, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%t) : tensor<?x2xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %i = tensor.empty(%t) : tensor<?x2xi64>
  %best:2 = tm_tensor.topk dimension(1) ins(%scores : tensor<?x8xf32>) outs(%l, %i : tensor<?x2xf32>, tensor<?x2xi64>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %is : i1
  } -> tensor<?x2xf32>, tensor<?x2xi64>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<?x2xi64> into tensor<?xi64>
  %m = tensor.dim %ids, %c0 : tensor<?xi64>
  %n = tensor.empty(%m) : tensor<?xi64>
  %numbers = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%n : tensor<?xi64>) {
  ^bb0(%o: i64):
    %index = linalg.index 0 : index
    %number = arith.index_cast %index : index to i64
    linalg.yield %number : i64
  } -> tensor<?xi64>
  %order:2 = tm_tensor.sort dimension(0) outs(%ids, %numbers : tensor<?xi64>, tensor<?xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64, %d: i64):
    %is = arith.cmpi sle, %a, %b : i64
    tm_tensor.yield %is : i1
  } -> tensor<?xi64>, tensor<?xi64>
  %back:2 = tm_tensor.sort dimension(0) outs(%order#1, %numbers : tensor<?xi64>, tensor<?xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64, %d: i64):
    %is = arith.cmpi sle, %a, %b : i64
    tm_tensor.yield %is : i1
  } -> tensor<?xi64>, tensor<?xi64>
  return %order#0, %order#1, %back#1 : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
}

// torch.topk in torch-mlir: the first elements of a sort, whose places are its second operand. jax.numpy.argsort of i32.

// CHECK-LABEL: func.func @of_a_sort(
// CHECK:         %[[ROWS:.*]], %{{.*}}, %{{.*}} = lowp.order_rows %{{.*}} : tensor<6xi32> -> tensor<6xi32>, tensor<6xi32>, tensor<16xi32>
// CHECK:         return %[[ROWS]] : tensor<6xi32>
func.func @of_a_sort(%scores: tensor<6x16xf32>) -> tensor<6xi32> {
  %n = tensor.empty() : tensor<6x16xi64>
  %experts = linalg.generic {indexing_maps = [affine_map<(t, e) -> (t, e)>], iterator_types = ["parallel", "parallel"]} outs(%n : tensor<6x16xi64>) {
  ^bb0(%o: i64):
    %index = linalg.index 1 : index
    %number = arith.index_cast %index : index to i64
    linalg.yield %number : i64
  } -> tensor<6x16xi64>
  %all:2 = tm_tensor.sort dimension(1) outs(%scores, %experts : tensor<6x16xf32>, tensor<6x16xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
    %is = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %is : i1
  } -> tensor<6x16xf32>, tensor<6x16xi64>
  %first = tensor.extract_slice %all#1[0, 0] [6, 1] [1, 1] : tensor<6x16xi64> to tensor<6xi64>
  %ids = arith.trunci %first : tensor<6xi64> to tensor<6xi32>
  %m = tensor.empty() : tensor<6xi32>
  %numbers = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%m : tensor<6xi32>) {
  ^bb0(%o: i32):
    %index = linalg.index 0 : index
    %number = arith.index_cast %index : index to i32
    linalg.yield %number : i32
  } -> tensor<6xi32>
  %order:2 = iree_linalg_ext.sort dimension(0) outs(%ids, %numbers : tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %is = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %is : i1
  } -> tensor<6xi32>, tensor<6xi32>
  return %order#1 : tensor<6xi32>
}

// Nobody says how many groups there are; the largest comes first; numbers of groups go along with other keys; they are
// other numbers by now.

// CHECK-LABEL: func.func @others(
// CHECK-NOT:     lowp.order_rows
// CHECK:         return
func.func @others(%any: tensor<6xi64>, %scores: tensor<6x8xf32>) -> (tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>) {
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<6x1xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<6x1xf32>) -> tensor<6x1xf32>
  %i = tensor.empty() : tensor<6x1xi64>
  %best:2 = tm_tensor.topk dimension(1) ins(%scores : tensor<6x8xf32>) outs(%l, %i : tensor<6x1xf32>, tensor<6x1xi64>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %is : i1
  } -> tensor<6x1xf32>, tensor<6x1xi64>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<6x1xi64> into tensor<6xi64>
  %unknown = tm_tensor.sort dimension(0) outs(%any : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64):
    %is = arith.cmpi sle, %a, %b : i64
    tm_tensor.yield %is : i1
  } -> tensor<6xi64>
  %descending = tm_tensor.sort dimension(0) outs(%ids : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64):
    %is = arith.cmpi sge, %a, %b : i64
    tm_tensor.yield %is : i1
  } -> tensor<6xi64>
  %along:2 = tm_tensor.sort dimension(0) outs(%any, %ids : tensor<6xi64>, tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64, %d: i64):
    %is = arith.cmpi sle, %a, %b : i64
    tm_tensor.yield %is : i1
  } -> tensor<6xi64>, tensor<6xi64>
  %doubled = arith.addi %ids, %ids : tensor<6xi64>
  %changed = tm_tensor.sort dimension(0) outs(%doubled : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64):
    %is = arith.cmpi sle, %a, %b : i64
    tm_tensor.yield %is : i1
  } -> tensor<6xi64>
  return %unknown, %descending, %along#1, %changed : tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>
}
