// RUN: lowp-opt %s --lowp-simplify-reductions=only=unroll-loops | FileCheck %s

#m = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>

// Rounds that take their number from a table.
// CHECK-LABEL: func.func @rounds(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8xi32>)
// CHECK-NOT:     scf.for
// CHECK:         %[[FIRST:.*]] = linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<8xi32>, tensor<i32>)
// CHECK:         %[[SECOND:.*]] = linalg.generic {{.*}} ins(%[[FIRST]], %{{.*}} : tensor<8xi32>, tensor<i32>)
// CHECK:         %[[THIRD:.*]] = linalg.generic {{.*}} ins(%[[SECOND]], %{{.*}} : tensor<8xi32>, tensor<i32>)
// CHECK:         return %[[THIRD]]
func.func @rounds(%x: tensor<8xi32>) -> tensor<8xi32> {
  %table = arith.constant dense<[13, 15, 26]> : tensor<3xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %t = tensor.extract_slice %table[%i] [1] [1] : tensor<3xi32> to tensor<i32>
    %e = tensor.empty() : tensor<8xi32>
    %b = linalg.generic {indexing_maps = [#m, #s, #m], iterator_types = ["parallel"]} ins(%a, %t : tensor<8xi32>, tensor<i32>) outs(%e : tensor<8xi32>) {
    ^bb0(%p: i32, %q: i32, %o: i32):
      %r = arith.addi %p, %q : i32
      linalg.yield %r : i32
    } -> tensor<8xi32>
    scf.yield %b : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// Many rounds, rounds that nobody counts before, layers of a model, and numbers stay loops.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-4: scf.for
func.func @kept(%x: tensor<8x8xf32>, %n: index) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %y = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8x8xf32>) {
    %b = arith.negf %a : tensor<8x8xf32>
    scf.yield %b : tensor<8x8xf32>
  }
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8x8xf32>) {
    %b = arith.negf %a : tensor<8x8xf32>
    scf.yield %b : tensor<8x8xf32>
  }
  %w = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (tensor<8x8xf32>) {
    %b = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %b : tensor<8x8xf32>
  }
  %v = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zero) -> (i32) {
    %b = arith.index_cast %i : index to i32
    %c = arith.addi %a, %b : i32
    scf.yield %c : i32
  }
  return %y, %z, %w, %v : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, i32
}
