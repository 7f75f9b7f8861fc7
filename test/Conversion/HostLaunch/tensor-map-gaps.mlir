// The map of a buffer with gaps has its sizes and its strides.
// RUN: lowp-opt %s --lowp-host-launch --expand-strided-metadata --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @static(
// CHECK-DAG:     %[[COLUMNS:.*]] = arith.constant 77 : i64
// CHECK-DAG:     %[[ROW:.*]] = llvm.mlir.constant(160 : i64)
// CHECK-DAG:     %[[MATRIX:.*]] = llvm.mlir.constant(10240 : i64)
// CHECK:         %[[SIZE0:.*]] = llvm.getelementptr %[[MAP:.*]][0, 3, 0]
// CHECK:         llvm.store %[[COLUMNS]], %[[SIZE0]]
// CHECK:         %[[STRIDE0:.*]] = llvm.getelementptr %[[MAP]][0, 4, 0]
// CHECK:         llvm.store %[[ROW]], %[[STRIDE0]]
// CHECK:         %[[STRIDE1:.*]] = llvm.getelementptr %[[MAP]][0, 4, 1]
// CHECK:         llvm.store %[[MATRIX]], %[[STRIDE1]]
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @static(%a: memref<3x64x80xbf16>) {
  %d = memref.subview %a[0, 0, 0] [3, 64, 77] [1, 1, 1]
    : memref<3x64x80xbf16> to memref<3x64x77xbf16, strided<[5120, 80, 1]>>
  %0 = lowp_gpu.encode_tensor_map %d : memref<3x64x77xbf16, strided<[5120, 80, 1]>>
    -> !lowp_gpu.tensor_map<1x32x64xbf16 swizzle 128>
  return
}

// The stride is that of the longer rows.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:      %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index
// CHECK-DAG:     %[[BYTES:.*]] = llvm.mlir.constant(2 : i64)
// CHECK:         %[[COLUMNS:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK:         llvm.store %[[COLUMNS]]
// CHECK:         memref.extract_strided_metadata %{{.*}} : memref<?x?xbf16>
// CHECK:         %[[ELEMENTS:.*]] = arith.index_cast %strides#0 : index to i64
// CHECK:         %[[PITCH:.*]] = llvm.mul %[[ELEMENTS]], %[[BYTES]]
// CHECK:         %[[STRIDE0:.*]] = llvm.getelementptr %{{.*}}[0, 4, 0]
// CHECK:         llvm.store %[[PITCH]], %[[STRIDE0]]
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @dynamic(%a: memref<?x?xbf16>, %m: index, %n: index) {
  %d = memref.subview %a[0, 0] [%m, %n] [1, 1] : memref<?x?xbf16> to memref<?x?xbf16, strided<[?, 1]>>
  %0 = lowp_gpu.encode_tensor_map %d : memref<?x?xbf16, strided<[?, 1]>>
    -> !lowp_gpu.tensor_map<32x64xbf16 swizzle 128>
  return
}
