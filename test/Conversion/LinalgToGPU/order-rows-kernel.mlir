// RUN: lowp-opt %s --convert-linalg-to-gpu | FileCheck %s

// One CTA: 32 warps, whose counts of 8 groups and of rows in none fit.
// CHECK-LABEL: func.func @order(
// CHECK-SAME: %[[IDS:.*]]: memref<?xi64>, %[[ROWS:.*]]: memref<?xi32>, %[[PLACES:.*]]: memref<?xi32>, %[[ENDS:.*]]: memref<8xi32>
// CHECK: gpu.launch blocks{{.*}} threads({{.*}} = %c1024,
// CHECK-SAME: workgroup(%[[COUNTS:.*]] : memref<32x9xi32, #gpu.address_space<workgroup>>, %[[STARTS:.*]] : memref<9xi32, #gpu.address_space<workgroup>>)
// The first walk counts.
// CHECK: gpu.barrier
// CHECK-COUNT-4: memref.load %[[IDS]]
// CHECK-NOT: memref.load %[[IDS]]
// Lanes of one group find each other by the bits of it, 4 for the numbers 0 to 8.
// CHECK-COUNT-5: nvvm.vote.sync ballot
// CHECK-NOT: nvvm.vote.sync
// CHECK: llvm.intr.ctpop
// CHECK: llvm.intr.ctpop
// CHECK: nvvm.bar.warp.sync
// CHECK: memref.store {{.*}}, %[[COUNTS]]
// CHECK: nvvm.bar.warp.sync
// The first warp adds up.
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK-COUNT-5: gpu.shuffle up
// CHECK: memref.store {{.*}}, %[[ENDS]]
// CHECK: gpu.barrier
// The second walk gives places.
// CHECK-COUNT-4: memref.load %[[IDS]]
// CHECK: memref.store {{.*}}, %[[PLACES]]
// CHECK: memref.store {{.*}}, %[[ROWS]]
func.func @order(%ids: memref<?xi64>, %rows: memref<?xi32>, %places: memref<?xi32>, %ends: memref<8xi32>) {
  lowp.launch_order_rows ins(%ids : memref<?xi64>) outs(%rows, %places, %ends : memref<?xi32>, memref<?xi32>, memref<8xi32>)
  return
}

// More groups leave room for fewer warps.
// CHECK-LABEL: func.func @many_groups(
// CHECK: gpu.launch blocks{{.*}} threads({{.*}} = %c256{{[_0-9]*}},
// CHECK-SAME: memref<8x1025xi32, #gpu.address_space<workgroup>>
func.func @many_groups(%ids: memref<?xi32>, %rows: memref<?xi32>, %places: memref<?xi32>, %ends: memref<1024xi32>) {
  lowp.launch_order_rows ins(%ids : memref<?xi32>) outs(%rows, %places, %ends : memref<?xi32>, memref<?xi32>, memref<1024xi32>)
  return
}
