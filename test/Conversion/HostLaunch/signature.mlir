// Host functions become C functions; what C passes is checked against what the
// buffer types promise, with messages that name function and argument.
// RUN: lowp-opt %s --lowp-host-launch | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @[[SIZE:.*]]("argument 0 of 'f': expected dimension 1 to be 512, got another size;
// CHECK-DAG: llvm.mlir.global internal constant @[[STRIDE:.*]]("argument 0 of 'f': expected rows without gaps, got another stride of dimension 0;
// CHECK-DAG: llvm.mlir.global internal constant @[[NULL:.*]]("argument 0 of 'f': expected the address of device memory, got NULL\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[ALIGN:.*]]("argument 0 of 'f': expected an address aligned to 16 bytes, got one that is not;

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[X:.*]]: !llvm.ptr, %[[N:.*]]: i64)
// CHECK-SAME:    lowp.signature = (memref<?x512xbf16>, i64) -> ()
// CHECK:         %[[D:.*]] = llvm.load %[[X]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK:         llvm.extractvalue %[[D]][3, 1]
// CHECK:         llvm.mlir.addressof @[[SIZE]]
// CHECK:         llvm.call @lowpFail(%[[CALL]], %{{.*}}, %{{.*}})
// CHECK:         llvm.mlir.addressof @[[STRIDE]]
// The descriptor's offset goes into the address: kernels expect none.
// CHECK:         %[[BASE:.*]] = llvm.extractvalue %[[D]][1]
// CHECK:         %[[OFFSET:.*]] = llvm.extractvalue %[[D]][2]
// CHECK:         llvm.getelementptr %[[BASE]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
// Addresses are not looked at when only the workspace is measured.
// CHECK:         %[[MODE:.*]] = llvm.getelementptr %[[CALL]][32]
// CHECK:         llvm.load %[[MODE]] : !llvm.ptr -> i32
// CHECK:         llvm.mlir.addressof @[[NULL]]
// CHECK:         llvm.mlir.addressof @[[ALIGN]]
// CHECK:         return
func.func @f(%x: memref<?x512xbf16>, %n: i64) {
  return
}
