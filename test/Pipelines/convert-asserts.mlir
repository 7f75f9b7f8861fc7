// RUN: lowp-opt %s --split-input-file --lowp-convert-asserts | FileCheck %s

// Texts end with 0; checks of one message share its text, in a function its block.

// CHECK-DAG:   llvm.mlir.global internal constant @[[SMALL:assert_message[_0-9]*]]("too small\00")
// CHECK-DAG:   llvm.mlir.global internal constant @[[LARGE:assert_message[_0-9]*]]("too large\00")
// CHECK-DAG:   llvm.func @puts(!llvm.ptr)
// CHECK-DAG:   llvm.func @abort()

// CHECK-LABEL: func.func @checks(
// CHECK-SAME:    %[[A:.*]]: i1, %[[B:.*]]: i1, %[[C:.*]]: i1) -> i1 {
// CHECK:         cf.cond_br %[[A]], ^[[SECOND:.*]], ^[[IS_LARGE:.*]]
// CHECK:       ^[[SECOND]]:
// CHECK:         cf.cond_br %[[B]], ^[[THIRD:.*]], ^[[IS_SMALL:.*]]
// CHECK:       ^[[THIRD]]:
// CHECK:         %[[AND:.*]] = arith.andi %[[A]], %[[B]]
// CHECK:         cf.cond_br %[[C]], ^[[END:.*]], ^[[IS_LARGE]]
// CHECK:       ^[[END]]:
// CHECK:         return %[[AND]]
// CHECK:       ^[[IS_LARGE]]:
// CHECK:         %[[TEXT:.*]] = llvm.mlir.addressof @[[LARGE]]
// CHECK:         llvm.call @puts(%[[TEXT]])
// CHECK:         llvm.call @abort()
// CHECK:         llvm.unreachable
// CHECK:       ^[[IS_SMALL]]:
// CHECK:         llvm.mlir.addressof @[[SMALL]]
func.func @checks(%a: i1, %b: i1, %c: i1) -> i1 {
  cf.assert %a, "too large"
  cf.assert %b, "too small"
  %and = arith.andi %a, %b : i1
  cf.assert %c, "too large"
  return %and : i1
}

// CHECK-LABEL: func.func @other(
// CHECK:         llvm.mlir.addressof @[[LARGE]]
func.func @other(%a: i1) {
  cf.assert %a, "too large"
  return
}

// -----

// What is within another operation stays as it is, and declares nothing.

// CHECK-NOT:   llvm.func
// CHECK-LABEL: func.func @nested(
// CHECK:         cf.assert
func.func @nested(%a: i1) {
  scf.if %a {
    cf.assert %a, "never"
  }
  return
}
