// RUN: lowp-opt %s --lowp-simplify-views=only=merge-sizes | FileCheck %s

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index)
// CHECK: %[[BEFORE:.*]] = tensor.empty(%[[N]])
// CHECK: cf.assert
// CHECK: %[[AFTER:.*]] = tensor.empty(%[[M]])
func.func @sizes(%m: index, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %before = tensor.empty(%n) : tensor<?xf32>
  %same = arith.cmpi eq, %m, %n : index
  cf.assert %same, "mismatched size for broadcast"
  %after = tensor.empty(%n) : tensor<?xf32>
  return %before, %after : tensor<?xf32>, tensor<?xf32>
}

// The constant, on either side.
// CHECK-LABEL: func.func @constant(
// CHECK: %[[C:.*]] = arith.constant 8
// CHECK: return %[[C]], %[[C]]
func.func @constant(%m: index, %n: index) -> (index, index) {
  %c = arith.constant 8 : index
  %first = arith.cmpi eq, %c, %m : index
  cf.assert %first, "expected 8"
  %second = arith.cmpi eq, %n, %c : index
  cf.assert %second, "expected 8"
  return %m, %n : index, index
}

// What was there first, whatever the order of the comparison.
// CHECK-LABEL: func.func @first(
// CHECK: %[[M:.*]] = tensor.dim %{{.*}}, %c0
// CHECK: return %[[M]], %[[M]]
func.func @first(%x: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "expected a square"
  return %m, %n : index, index
}

// Another comparison, and a branch that has none.
// CHECK-LABEL: func.func @others(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[C:[^:]*]]: i1)
// CHECK: scf.if
// CHECK: tensor.empty(%[[M]])
// CHECK: return %[[M]], %[[N]]
func.func @others(%m: index, %n: index, %c: i1) -> (index, index, tensor<?xf32>) {
  %less = arith.cmpi ule, %m, %n : index
  cf.assert %less, "expected no more"
  %e = scf.if %c -> tensor<?xf32> {
    %same = arith.cmpi eq, %m, %n : index
    cf.assert %same, "expected as many"
    %inner = tensor.empty(%n) : tensor<?xf32>
    scf.yield %inner : tensor<?xf32>
  } else {
    %inner = tensor.empty(%n) : tensor<?xf32>
    scf.yield %inner : tensor<?xf32>
  }
  return %m, %n, %e : index, index, tensor<?xf32>
}
