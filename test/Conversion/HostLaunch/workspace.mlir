// Intermediates live in the caller's workspace; nothing is allocated or freed.
// RUN: lowp-opt %s --lowp-host-launch | FileCheck %s

// CHECK:       @{{.*}}("'g': expected 8\00")
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[N:.*]]: index)
// CHECK:         %[[ROW:.*]] = llvm.mlir.constant(1024 : i64)
// CHECK:         %[[COUNT:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK:         %[[BYTES:.*]] = llvm.mul %[[ROW]], %[[COUNT]]
// CHECK:         %[[PIECE:.*]] = llvm.call @lowpWorkspaceAllocate(%[[CALL]], %[[BYTES]])
// CHECK:         llvm.insertvalue %[[PIECE]], %{{.*}}[1]
// CHECK:         builtin.unrealized_conversion_cast %{{.*}} to memref<?x512xbf16>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @f(%n: index) {
  %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x512xbf16>
  memref.dealloc %0 : memref<?x512xbf16>
  return
}

// A failed assertion is recorded, with the function's name; later runtime calls
// then do nothing.
// CHECK-LABEL: func.func @g(
// CHECK:         %[[BAD:.*]] = llvm.xor
// CHECK:         scf.if %[[BAD]]
// CHECK:           llvm.call @lowpFail
func.func @g(%n: index) {
  %c8 = arith.constant 8 : index
  %same = arith.cmpi eq, %n, %c8 : index
  cf.assert %same, "expected 8"
  return
}

// The bytes of a result begin where the result does.
// CHECK-LABEL: func.func @bytes_of_result(
// CHECK:         %[[ADDRESS:.*]] = llvm.inttoptr
// CHECK:         llvm.insertvalue %[[ADDRESS]], %{{.*}}[1]
// CHECK:         builtin.unrealized_conversion_cast %{{.*}} to memref<4096xi8>
// CHECK-NOT:     lowpWorkspaceAllocate
// CHECK-NOT:     memref<64x16xf32> to memref
func.func @bytes_of_result(%y: memref<64x16xf32> {bufferize.result}) -> () {
  %bytes = builtin.unrealized_conversion_cast %y : memref<64x16xf32> to memref<4096xi8>
  %c0 = arith.constant 0 : index
  %view = memref.view %bytes[%c0][] : memref<4096xi8> to memref<64x32xbf16>
  %size = memref.dim %view, %c0 : memref<64x32xbf16>
  return
}
