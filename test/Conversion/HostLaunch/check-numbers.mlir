// RUN: lowp-opt %s --split-input-file --pass-pipeline="builtin.module(lowp-insert-checks{only=check-numbers})" | FileCheck %s

// CHECK-LABEL: func.func @sizes
// CHECK: %[[D:.*]] = tensor.dim
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[OK:.*]] = arith.cmpi ne, %[[D]], %[[ZERO]] : index
// CHECK: cf.assert %[[OK]], "arith.divui: expected a divisor other than 0, got 0; pass sizes and numbers that give another"
// CHECK: arith.divui %{{.*}}, %[[D]]
func.func @sizes(%x: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %q = arith.divui %n, %d : index
  return %q : index
}

// -----

// What follows from arguments by arithmetic, in a branch too.
// CHECK-LABEL: func.func @in_branch
// CHECK: scf.if
// CHECK: cf.assert %{{.*}}, "arith.remsi:
// CHECK: arith.remsi
func.func @in_branch(%n: i64, %k: i64, %b: i1) -> i64 {
  %c1 = arith.constant 1 : i64
  %d = arith.subi %k, %c1 : i64
  %q = scf.if %b -> (i64) {
    %r = arith.remsi %n, %d : i64
    scf.yield %r : i64
  } else {
    scf.yield %n : i64
  }
  return %q : i64
}

// -----

// Constants are known, and what tensors hold may be on a GPU.
// CHECK-LABEL: func.func @others
// CHECK-NOT: cf.assert
func.func @others(%x: tensor<i64>, %v: tensor<4xi64>, %n: i64, %k: i64) -> (i64, i64, tensor<4xi64>) {
  %c3 = arith.constant 3 : i64
  %a = arith.divsi %n, %c3 : i64
  %e = tensor.extract %x[] : tensor<i64>
  %b = arith.divsi %n, %e : i64
  %c = arith.divsi %v, %v : tensor<4xi64>
  %d = linalg.map ins(%c : tensor<4xi64>) outs(%v : tensor<4xi64>) (%i: i64, %o: i64) {
    %q = arith.divsi %i, %k : i64
    linalg.yield %q : i64
  }
  return %a, %b, %d : i64, i64, tensor<4xi64>
}

// -----

// CHECK-LABEL: func.func @steps
// CHECK-SAME: %[[S:[a-z0-9]*]]: index
// CHECK: %[[OK:.*]] = arith.cmpi sgt, %[[S]], %{{.*}} : index
// CHECK: cf.assert %[[OK]], "scf.for: expected a step of 1 or more, got less; pass sizes and numbers that give another"
// CHECK-NEXT: scf.for
// CHECK-NOT: cf.assert
func.func @steps(%s: index, %n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %s iter_args(%v = %x) -> f32 {
    %w = arith.addf %v, %x : f32
    scf.yield %w : f32
  }
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> f32 {
    %w = arith.addf %v, %x : f32
    scf.yield %w : f32
  }
  return %y, %z : f32, f32
}
