// RUN: lowp-opt %s --convert-fusions-to-gpu=only=outline-copies | FileCheck %s
// RUN: lowp-opt %s --convert-fusions-to-gpu | FileCheck %s --check-prefix=KERNEL

// Whatever op copies, rows may have gaps between them and sizes be unknown.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:[^:]*]]: memref<64x63xbf16>, %[[Y:[^:]*]]: memref<64x63xbf16, strided<[64, 1]>>,
// CHECK-SAME: %[[Z:[^:]*]]: memref<?x?xf32>
// CHECK: lowp.launch_fusion @copies::@rows ins(%[[X]] : {{.*}}) outs(%[[Y]] : memref<64x63xbf16, strided<[64, 1]>>)
// CHECK: lowp.launch_fusion @copies::@rows_0 ins(%[[Z]] : memref<?x?xf32>)
// Neighbours lie where no vector is aligned: a thread has several, one by one.
// KERNEL-LABEL: func.func @rows(
// KERNEL: function(@rows_copy)
// KERNEL: lowp_gpu.cta_load
// KERNEL: lowp_gpu.cta_store
// KERNEL: lowp_gpu.distribution = #lowp_gpu.distribution<rows = 4, vectors = 4 x 1, lanes = [2, 16], warps = [4, 1]>
// KERNEL: lowp_gpu.distribution = #lowp_gpu.distribution<rows = 4, vectors = 1 x 8,
func.func @rows(%x: memref<64x63xbf16>, %y: memref<64x63xbf16, strided<[64, 1]>>,
                %z: memref<?x?xf32>, %w: memref<?x?xf32, strided<[?, 1]>>) {
  memref.copy %x, %y : memref<64x63xbf16> to memref<64x63xbf16, strided<[64, 1]>>
  linalg.copy ins(%z : memref<?x?xf32>) outs(%w : memref<?x?xf32, strided<[?, 1]>>)
  return
}

// What has no rows of whole bytes stays, and what is not on the device yet.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-5: memref.copy
// CHECK-NOT: memref.copy
memref.global "private" constant @table : memref<3xi32> = dense<[1, 2, 3]>
func.func @kept(%a: memref<f32>, %b: memref<f32>, %c: memref<8xi4>, %d: memref<8xi4>,
                %e: memref<8x8xf32, strided<[1, 8]>>, %f: memref<8x8xf32>, %g: memref<3xi32>, %n: memref<?x?xi0>, %o: memref<?x?xi0>) {
  memref.copy %n, %o : memref<?x?xi0> to memref<?x?xi0>
  memref.copy %a, %b : memref<f32> to memref<f32>
  memref.copy %c, %d : memref<8xi4> to memref<8xi4>
  memref.copy %e, %f : memref<8x8xf32, strided<[1, 8]>> to memref<8x8xf32>
  %h = memref.get_global @table : memref<3xi32>
  memref.copy %h, %g : memref<3xi32> to memref<3xi32>
  return
}

// A copy that converts elements is no copy of rows.
// CHECK-LABEL: func.func @converted(
// CHECK:         linalg.copy
func.func @converted(%a: memref<8x8xf32>, %b: memref<8x8xbf16>) {
  linalg.copy ins(%a : memref<8x8xf32>) outs(%b : memref<8x8xbf16>)
  return
}
// CHECK: module @copies
