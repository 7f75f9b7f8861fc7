// Dimensions of a LowpTensorMap count from the innermost.
// RUN: lowp-opt %s --lowp-host-launch --canonicalize | FileCheck %s

// CHECK:       @[[ROWS:.*]]("'dynamic': expected rows of f8E4M3FN elements to be multiples of 16 bytes, got another length;
// CHECK-LABEL: func.func @static(
// CHECK-DAG:     %[[C1:.*]] = llvm.mlir.constant(1 : i32)
// CHECK-DAG:     %[[C2:.*]] = llvm.mlir.constant(2 : i32)
// CHECK-DAG:     %[[BOX0:.*]] = llvm.mlir.constant(64 : i32)
// CHECK-DAG:     %[[BOX1:.*]] = llvm.mlir.constant(32 : i32)
// CHECK-DAG:     %[[SWIZZLE:.*]] = llvm.mlir.constant(128 : i32)
// CHECK:         %[[TYPE:.*]] = llvm.getelementptr %[[MAP:.*]][0, 1]
// CHECK:         llvm.store %[[C1]], %[[TYPE]]
// CHECK:         %[[RANK:.*]] = llvm.getelementptr %[[MAP]][0, 2]
// CHECK:         llvm.store %[[C2]], %[[RANK]]
// CHECK:         %[[SIZE0:.*]] = llvm.getelementptr %[[MAP]][0, 3, 0]
// CHECK:         llvm.store %{{.*}}, %[[SIZE0]]
// CHECK:         %[[B0:.*]] = llvm.getelementptr %[[MAP]][0, 5, 0]
// CHECK:         llvm.store %[[BOX0]], %[[B0]]
// CHECK:         %[[SIZE1:.*]] = llvm.getelementptr %[[MAP]][0, 3, 1]
// CHECK:         %[[STRIDE:.*]] = llvm.getelementptr %[[MAP]][0, 4, 0]
// CHECK:         %[[B1:.*]] = llvm.getelementptr %[[MAP]][0, 5, 1]
// CHECK:         llvm.store %[[BOX1]], %[[B1]]
// CHECK:         %[[S:.*]] = llvm.getelementptr %[[MAP]][0, 6]
// CHECK:         llvm.store %[[SWIZZLE]], %[[S]]
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @static(%d: memref<?x512xbf16>) {
  %0 = lowp_gpu.encode_tensor_map %d : memref<?x512xbf16>
    -> !lowp_gpu.tensor_map<32x64xbf16 swizzle 128>
  return
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-DAG:     %[[TEXT:.*]] = llvm.mlir.addressof @[[ROWS]]
// CHECK:         llvm.call @lowpFail(%{{.*}}, %{{.*}}, %[[TEXT]])
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @dynamic(%d: memref<?x?xf8E4M3FN>) {
  %0 = lowp_gpu.encode_tensor_map %d : memref<?x?xf8E4M3FN>
    -> !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
  return
}

// The box is as high as the rows that a copy moves.
// CHECK-LABEL: func.func @lower(
// CHECK-SAME:      %[[TILE_M:[a-z0-9]*]]: i32
// CHECK-DAG:     %[[WIDTH:.*]] = llvm.mlir.constant(64 : i32)
// CHECK:         %[[B0:.*]] = llvm.getelementptr %[[MAP:.*]][0, 5, 0]
// CHECK:         llvm.store %[[WIDTH]], %[[B0]]
// CHECK:         %[[B1:.*]] = llvm.getelementptr %[[MAP]][0, 5, 1]
// CHECK:         llvm.store %[[TILE_M]], %[[B1]]
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @lower(%d: memref<?x512xbf16>, %tile_m: i32) {
  %0 = lowp_gpu.encode_tensor_map %d tile_m %tile_m : memref<?x512xbf16>
    -> !lowp_gpu.tensor_map<32x64xbf16 swizzle 128>
  return
}

// Loads round f32 to tf32: the element type is that of the map.
// CHECK-LABEL: func.func @rounded(
// CHECK-DAG:     %[[TF32:.*]] = llvm.mlir.constant(4 : i32)
// CHECK:         %[[TYPE:.*]] = llvm.getelementptr %{{.*}}[0, 1]
// CHECK:         llvm.store %[[TF32]], %[[TYPE]]
// CHECK:         llvm.call @lowpEncodeTensorMap
func.func @rounded(%d: memref<64x512xf32>) {
  %0 = lowp_gpu.encode_tensor_map %d : memref<64x512xf32>
    -> !lowp_gpu.tensor_map<64x32xtf32 swizzle 128>
  return
}
