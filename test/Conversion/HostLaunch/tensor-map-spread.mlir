// Maps that spread elements of 4 bits count each of them, in a buffer where two share a byte; strides are bytes.
// RUN: lowp-opt %s --lowp-host-launch --expand-strided-metadata --canonicalize | FileCheck %s

// CHECK-DAG:   @[[STRIDE_TEXT:.*]]("'gaps': expected rows of f4E2M1FN, which copies spread, to begin at multiples of 32 bytes, got another stride; pad the innermost dimension\00")
// CHECK-DAG:   @[[LENGTH_TEXT:.*]]("'dynamic': expected rows of f4E2M1FN, which copies spread, to have a multiple of 128 elements, got another length; pad the innermost dimension\00")
// CHECK-DAG:   @[[ADDRESS_TEXT:.*]]("'static': expected rows of f4E2M1FN, which copies spread, to begin at a multiple of 32 bytes, got another address; copy the tensor into fresh memory\00")

// The address counts where a call runs, and where there are rows.
// CHECK-LABEL: func.func @static(
// CHECK-DAG:     %[[BYTES:.*]] = arith.constant 192 : i64
// CHECK-DAG:     %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK-DAG:     %[[CODE:.*]] = llvm.mlir.constant(6 : i32)
// CHECK-DAG:     %[[BOX:.*]] = llvm.mlir.constant(128 : i32)
// CHECK-DAG:     %[[LOW:.*]] = llvm.mlir.constant(31 : i64)
// CHECK-DAG:     %[[MODE:.*]] = llvm.mlir.constant(0 : i32)
// CHECK-DAG:     %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK-DAG:     %[[TEXT:.*]] = llvm.mlir.addressof @[[ADDRESS_TEXT]] :
// CHECK:         builtin.unrealized_conversion_cast
// CHECK:         %[[RUNS:.*]] = llvm.icmp "eq" %{{.*}}, %[[MODE]] : i32
// CHECK:         %[[ROWS:.*]] = llvm.icmp "ne"
// CHECK:         %[[USED:.*]] = llvm.and %[[RUNS]], %[[ROWS]]
// CHECK:         %[[HAS_K:.*]] = llvm.and %[[USED]],
// CHECK:         %[[REST:.*]] = llvm.and %{{.*}}, %[[LOW]] : i64
// CHECK:         %[[OFF:.*]] = llvm.icmp "ne" %[[REST]],
// CHECK:         %[[FAILS:.*]] = llvm.and %[[HAS_K]], %[[OFF]]
// CHECK:         scf.if %[[FAILS]] {
// CHECK-NEXT:      llvm.call @lowpFail(%{{.*}}, %{{.*}}, %[[TEXT]])
// CHECK:         %[[TYPE:.*]] = llvm.getelementptr %[[MAP:.*]][0, 1]
// CHECK:         llvm.store %[[CODE]], %[[TYPE]]
// CHECK:         %[[ELEMENTS:.*]] = llvm.mul %[[BYTES]], %[[TWO]]
// CHECK:         %[[SIZE0:.*]] = llvm.getelementptr %[[MAP]][0, 3, 0]
// CHECK:         llvm.store %[[ELEMENTS]], %[[SIZE0]]
// CHECK:         %[[B0:.*]] = llvm.getelementptr %[[MAP]][0, 5, 0]
// CHECK:         llvm.store %[[BOX]], %[[B0]]
// CHECK:         %[[PITCH:.*]] = llvm.mul %[[ONE]], %[[BYTES]]
// CHECK:         %[[STRIDE:.*]] = llvm.getelementptr %[[MAP]][0, 4, 0]
// CHECK:         llvm.store %[[PITCH]], %[[STRIDE]]
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @static(%d: memref<?x192xi8>) {
  %0 = lowp_gpu.encode_tensor_map %d : memref<?x192xi8>
    -> !lowp_gpu.tensor_map<64x128xf4E2M1FN swizzle 128 spread>
  return
}

// 64 bytes hold 128 elements.
// CHECK-LABEL: func.func @dynamic(
// CHECK-DAG:     %[[TEXT:.*]] = llvm.mlir.addressof @[[LENGTH_TEXT]] :
// CHECK-DAG:     %[[LOW:.*]] = llvm.mlir.constant(63 : i64)
// CHECK-DAG:     %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK:         %[[REST:.*]] = llvm.and %{{.*}}, %[[LOW]] : i64
// CHECK:         %[[OFF:.*]] = llvm.icmp "ne" %[[REST]],
// CHECK:         llvm.call @lowpFail(%{{.*}}, %{{.*}}, %[[TEXT]])
// CHECK:         llvm.mul %{{.*}}, %[[TWO]]
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @dynamic(%d: memref<?x?xi8>) {
  %0 = lowp_gpu.encode_tensor_map %d : memref<?x?xi8>
    -> !lowp_gpu.tensor_map<64x128xf4E2M1FN swizzle 128 spread>
  return
}

// A stride counts where there are two rows.
// CHECK-LABEL: func.func @gaps(
// CHECK-DAG:     %[[TEXT:.*]] = llvm.mlir.addressof @[[STRIDE_TEXT]] :
// CHECK-DAG:     %[[LOW:.*]] = llvm.mlir.constant(31 : i64)
// CHECK-DAG:     %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK:         memref.extract_strided_metadata
// CHECK:         %[[STRIDE:.*]] = arith.index_cast %strides#0
// CHECK:         %[[SEVERAL:.*]] = llvm.icmp "ne" %{{.*}}, %[[ONE]]
// CHECK:         %[[REST:.*]] = llvm.and %[[STRIDE]], %[[LOW]]
// CHECK:         %[[OFF:.*]] = llvm.icmp "ne" %[[REST]],
// CHECK:         llvm.and %[[SEVERAL]], %[[OFF]]
// CHECK:         llvm.call @lowpFail(%{{.*}}, %{{.*}}, %[[TEXT]])
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @gaps(%a: memref<?x?xi8>, %m: index) {
  %d = memref.subview %a[0, 0] [%m, 192] [1, 1] : memref<?x?xi8> to memref<?x192xi8, strided<[?, 1]>>
  %0 = lowp_gpu.encode_tensor_map %d : memref<?x192xi8, strided<[?, 1]>>
    -> !lowp_gpu.tensor_map<64x128xf4E2M1FN swizzle 128 spread>
  return
}
