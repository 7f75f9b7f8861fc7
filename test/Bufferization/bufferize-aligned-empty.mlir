// RUN: lowp-opt %s --canonicalize --cse --one-shot-bufferize | FileCheck %s
// RUN: lowp-opt %s --convert-lowp-to-linalg="convert-kernels" | FileCheck %s --check-prefix=CPU

// CHECK-LABEL: func.func @static(
// CHECK: %[[A:.*]] = memref.alloc() {{.*}}: memref<5x16xbf16>
// CHECK: memref.subview %[[A]][0, 0] [5, 9] [1, 1] : memref<5x16xbf16> to memref<5x9xbf16, strided<[16, 1]>>
// CPU-LABEL: func.func @static(
// CPU: tensor.empty() : tensor<5x9xbf16>
func.func @static(%x: tensor<5x9xbf16>, %i: index) -> bf16 {
  %e = lowp.aligned_empty() : tensor<5x9xbf16>
  %y = linalg.exp ins(%x : tensor<5x9xbf16>) outs(%e : tensor<5x9xbf16>) -> tensor<5x9xbf16>
  %r = tensor.extract %y[%i, %i] : tensor<5x9xbf16>
  return %r : bf16
}

// Rows of 16 bytes need no gap.
// CHECK-LABEL: func.func @whole(
// CHECK: memref.alloc(%{{.*}}) {{.*}}: memref<?x12xf32>
// CHECK-NOT: memref.subview
// CHECK: return
func.func @whole(%x: tensor<?x12xf32>, %m: index) -> f32 {
  %e = lowp.aligned_empty(%m) : tensor<?x12xf32>
  %y = linalg.exp ins(%x : tensor<?x12xf32>) outs(%e : tensor<?x12xf32>) -> tensor<?x12xf32>
  %r = tensor.extract %y[%m, %m] : tensor<?x12xf32>
  return %r : f32
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[MORE:.*]] = arith.addi %[[N]], %{{.*}}c7
// CHECK: %[[PARTS:.*]] = arith.divui %[[MORE]], %{{.*}}c8
// CHECK: %[[PADDED:.*]] = arith.muli %[[PARTS]], %{{.*}}c8
// CHECK: %[[A:.*]] = memref.alloc(%[[M]], %[[PADDED]]) {{.*}}: memref<2x?x?xbf16>
// CHECK: memref.subview %[[A]][0, 0, 0] [2, %[[M]], %[[N]]] [1, 1, 1] : memref<2x?x?xbf16> to memref<2x?x?xbf16, strided<[?, ?, 1]>>
// CPU-LABEL: func.func @dynamic(
// CPU-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CPU: tensor.empty(%[[M]], %[[N]]) : tensor<2x?x?xbf16>
func.func @dynamic(%m: index, %n: index, %x: tensor<2x?x?xbf16>) -> bf16 {
  %e = lowp.aligned_empty(%m, %n) : tensor<2x?x?xbf16>
  %y = linalg.exp ins(%x : tensor<2x?x?xbf16>) outs(%e : tensor<2x?x?xbf16>) -> tensor<2x?x?xbf16>
  %r = tensor.extract %y[%m, %m, %m] : tensor<2x?x?xbf16>
  return %r : bf16
}

// Two are two buffers; one that nobody needs is not one.
// CHECK-LABEL: func.func @two(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @two(%x: tensor<5x9xbf16>, %i: index) -> (bf16, bf16) {
  %d = lowp.aligned_empty() : tensor<5x9xbf16>
  %e = lowp.aligned_empty() : tensor<5x9xbf16>
  %unused = lowp.aligned_empty() : tensor<5x9xbf16>
  %y = linalg.exp ins(%x : tensor<5x9xbf16>) outs(%d : tensor<5x9xbf16>) -> tensor<5x9xbf16>
  %z = linalg.log ins(%x : tensor<5x9xbf16>) outs(%e : tensor<5x9xbf16>) -> tensor<5x9xbf16>
  %r = tensor.extract %y[%i, %i] : tensor<5x9xbf16>
  %s = tensor.extract %z[%i, %i] : tensor<5x9xbf16>
  return %r, %s : bf16, bf16
}

// What has no element has no rows.
// CHECK-LABEL: func.func @nothing(
// CHECK: memref.alloc() {{.*}}: memref<0x9xbf16>
// CHECK: memref.alloc(%{{.*}}) {{.*}}: memref<?x0x?xbf16>
// CHECK-NOT: memref.subview
// CHECK: return
func.func @nothing(%x: tensor<0x9xbf16>, %y: tensor<?x0x?xbf16>, %m: index, %n: index) -> (bf16, bf16) {
  %d = lowp.aligned_empty() : tensor<0x9xbf16>
  %e = lowp.aligned_empty(%m, %n) : tensor<?x0x?xbf16>
  %z = linalg.exp ins(%x : tensor<0x9xbf16>) outs(%d : tensor<0x9xbf16>) -> tensor<0x9xbf16>
  %w = linalg.exp ins(%y : tensor<?x0x?xbf16>) outs(%e : tensor<?x0x?xbf16>) -> tensor<?x0x?xbf16>
  %r = tensor.extract %z[%m, %m] : tensor<0x9xbf16>
  %s = tensor.extract %w[%m, %m, %m] : tensor<?x0x?xbf16>
  return %r, %s : bf16, bf16
}
