// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s

// JAX compares integers that it makes of floats: they are computed once for each element, and order the floats.
// CHECK-LABEL: func.func @by_bits(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<4x16xf32>
// CHECK: %[[KEYS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[X]] : tensor<4x16xf32>) outs(%{{.*}} : tensor<4x16xi32>)
// CHECK: ^bb0(%[[IN:.*]]: f32, %{{.*}}: i32):
// CHECK:   %[[BITS:.*]] = arith.bitcast %[[IN]] : f32 to i32
// CHECK:   %[[NEGATIVE:.*]] = arith.cmpi slt, %[[BITS]]
// CHECK:   %[[FLIPPED:.*]] = arith.subi %{{.*}}, %[[BITS]]
// CHECK:   %[[KEY:.*]] = arith.select %[[NEGATIVE]], %[[FLIPPED]], %[[BITS]]
// CHECK:   linalg.yield %[[KEY]]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[KEYS]], %[[KEYS]] : tensor<4x16xi32>, tensor<4x16xi32>)
// CHECK:   arith.cmpi sle
// CHECK:   arith.cmpi slt
// CHECK: tensor.extract %[[X]]
func.func @by_bits(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0 : i32
  %most = arith.constant 2147483647 : i32
  %0 = iree_linalg_ext.sort dimension(1) outs(%x : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.bitcast %a : f32 to i32
    %2 = arith.cmpi slt, %1, %zero : i32
    %3 = arith.subi %most, %1 : i32
    %4 = arith.select %2, %3, %1 : i32
    %5 = arith.bitcast %b : f32 to i32
    %6 = arith.cmpi slt, %5, %zero : i32
    %7 = arith.subi %most, %5 : i32
    %8 = arith.select %6, %7, %5 : i32
    %9 = arith.cmpi slt, %4, %8 : i32
    iree_linalg_ext.yield %9 : i1
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// The second element on the left: descending.
// CHECK-LABEL: func.func @swapped(
// CHECK: arith.negf
// CHECK: ^bb0(%[[HERE:.*]]: f32, %[[THERE:.*]]: f32, %{{.*}}: i32):
// CHECK:   arith.cmpf ole, %[[HERE]], %[[THERE]] : f32
func.func @swapped(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.negf %b : f32
    %2 = arith.negf %a : f32
    %3 = arith.cmpf olt, %1, %2 : f32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func @top_k(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<4x16xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[X]] : tensor<4x16xf32>, tensor<4x16xf32>)
func.func @top_k(%x: tensor<4x16xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant 2147483647 : i32
  %v = tensor.empty() : tensor<4x3xf32>
  %i = tensor.empty() : tensor<4x3xi32>
  %first = linalg.fill ins(%lowest : f32) outs(%v : tensor<4x3xf32>) -> tensor<4x3xf32>
  %places = linalg.fill ins(%none : i32) outs(%i : tensor<4x3xi32>) -> tensor<4x3xi32>
  %0:2 = iree_linalg_ext.topk dimension(1) ins(%x : tensor<4x16xf32>) outs(%first, %places : tensor<4x3xf32>, tensor<4x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<4x3xf32>, tensor<4x3xi32>
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}
