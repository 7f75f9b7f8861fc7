// RUN: lowp-opt %s --split-input-file --lowp-prepare-host-code=only=convert-asserts | FileCheck %s

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

// -----

// Numbers are arguments of the block that prints them; a sign of percent is one.

// CHECK-DAG:   llvm.mlir.global internal constant @[[TEXT:assert_message[_0-9]*]]("100%% of %2$lld, got %1$lld\00")
// CHECK-DAG:   llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME:    %[[OK:.*]]: i1, %[[N:.*]]: index, %[[M:.*]]: index) {
// CHECK:         cf.cond_br %[[OK]], ^{{.*}}, ^[[FAILS:.*]](%[[N]], %[[M]] : index, index)
// CHECK:       ^[[FAILS]](%[[A:.*]]: index, %[[B:.*]]: index):
// CHECK:         %[[FORMAT:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK:         %[[BUFFER:.*]] = llvm.alloca %[[BYTES:.*]] x i8
// CHECK:         %[[A64:.*]] = arith.index_cast %[[A]] : index to i64
// CHECK:         %[[B64:.*]] = arith.index_cast %[[B]] : index to i64
// CHECK:         llvm.call @snprintf(%[[BUFFER]], %[[BYTES]], %[[FORMAT]], %[[A64]], %[[B64]])
// CHECK:         llvm.call @puts(%[[BUFFER]])
// CHECK:         llvm.call @abort()
func.func @numbers(%ok: i1, %n: index, %m: index) {
  lowp.assert %ok, "100% of {1}, got {0}"(%n, %m)
  return
}
