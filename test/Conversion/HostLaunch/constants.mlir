// Constants are bytes of the program, copied to the device by the runtime.
// RUN: lowp-opt %s --allow-unregistered-dialect --lowp-host-launch | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @weights_data(dense<{{.*}}> : tensor<2x3xf32>) {{.*}}alignment = 16{{.*}} : !llvm.array<2 x array<3 x f32>>
// CHECK-DAG: llvm.mlir.global internal constant @mask_data({{.*}}) {{.*}} : !llvm.array<4 x i1>
memref.global "private" constant @weights : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
memref.global "private" constant @mask : memref<4xi1> = dense<[true, false, true, true]>

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr)
// CHECK-DAG:     %[[TABLE:.*]] = llvm.mlir.addressof @lowp_constants
// CHECK-DAG:     %[[FIRST:.*]] = llvm.mlir.constant(0 : i64)
// CHECK:         llvm.call @lowpConstantAddress(%[[CALL]], %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
// CHECK:         llvm.call @lowpConstantAddress
func.func @f() {
  %0 = memref.get_global @weights : memref<2x3xf32>
  %1 = memref.get_global @mask : memref<4xi1>
  "test.use"(%0, %1) : (memref<2x3xf32>, memref<4xi1>) -> ()
  return
}

// 2 x 3 floats, 4 bytes.
// CHECK-LABEL: llvm.mlir.global internal constant @lowp_constants_items()
// CHECK:         llvm.mlir.addressof @weights_data
// CHECK:         llvm.mlir.constant(24 : i64)
// CHECK:         llvm.mlir.addressof @mask_data
// CHECK:         llvm.mlir.constant(4 : i64)
// CHECK-LABEL: llvm.mlir.global internal constant @lowp_constants()
// CHECK:         llvm.mlir.constant(2 : i64)
