// One thread per element of the updates; that of the first update of a position follows the links to the others.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu,canonicalize))" | FileCheck %s

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[U:[a-z0-9]*]]: memref<100x8xf32>, %[[P:[a-z0-9]*]]: memref<100xi64>, %[[L:[a-z0-9]*]]: memref<100xi64>, %[[X:[a-z0-9]*]]: memref<32x8xf32>
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[ALL:.*]] = arith.constant 100 : i64
// CHECK: gpu.launch {{.*}} function(@accumulate_scatter_0)
// CHECK: %[[POINT:.*]] = arith.addi
// CHECK: %[[ELEMENT:.*]] = arith.cmpi ult, %[[POINT]], %{{.*}}
// CHECK: scf.if %[[ELEMENT]] {
// CHECK:   %[[D:.*]] = arith.remui %[[POINT]], %[[C8]]
// CHECK:   %[[I:.*]] = arith.divui %[[POINT]], %[[C8]]
// CHECK:   %[[LINK:.*]] = memref.load %[[L]][%[[I]]]
// CHECK:   %[[FIRST:.*]] = arith.cmpi sge, %[[LINK]], %{{.*}}
// CHECK:   scf.if %[[FIRST]] {
// CHECK:     %[[POSITION:.*]] = memref.load %[[P]][%[[I]]]
// CHECK:     %[[ROW:.*]] = arith.index_cast %[[POSITION]]
// CHECK:     %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW]], %{{.*}}
// CHECK:     scf.if %[[INSIDE]] {
// CHECK:       %[[OLD:.*]] = memref.load %[[X]][%[[ROW]], %[[D]]]
// CHECK:       %[[UPDATE:.*]] = memref.load %[[U]][%[[I]], %[[D]]]
// CHECK:       %[[SUM:.*]] = arith.addf %[[OLD]], %[[UPDATE]]
// CHECK:       %[[LAST:.*]]:2 = scf.while (%[[NEXT:.*]] = %[[LINK]], %[[SO_FAR:.*]] = %[[SUM]])
// CHECK:         %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[ALL]]
// CHECK:         scf.condition(%[[MORE]])
// CHECK:       ^bb0(%[[NUMBER:.*]]: i64, %[[TOTAL:.*]]: f32):
// CHECK:         %[[J:.*]] = arith.index_cast %[[NUMBER]]
// CHECK:         %[[MORE_UPDATE:.*]] = memref.load %[[U]][%[[J]], %[[D]]]
// CHECK:         %[[MORE_SUM:.*]] = arith.addf %[[TOTAL]], %[[MORE_UPDATE]]
// CHECK:         %[[INVERTED:.*]] = memref.load %[[L]][%[[J]]]
// CHECK:         %[[AFTER:.*]] = arith.xori %[[INVERTED]], %{{.*}}
// CHECK:         scf.yield %[[AFTER]], %[[MORE_SUM]]
// CHECK:       memref.store %[[LAST]]#1, %[[X]][%[[ROW]], %[[D]]]
func.func @accumulate(%u: memref<100x8xf32>, %p: memref<100xi64>, %l: memref<100xi64>, %x: memref<32x8xf32>) {
  lowp.scatter ins(%u, %p : memref<100x8xf32>, memref<100xi64>) links(%l : memref<100xi64>) outs(%x : memref<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    lowp.scatter_yield %c : f32
  }
  return
}

// What overwrites reads no element. Links alone say whether it goes to other
// updates: the region may have read the element when they were computed.
// CHECK-LABEL: func.func @overwrite(
// CHECK-SAME: %[[U:[a-z0-9]*]]: memref<4x8xf32>, %[[P:[a-z0-9]*]]: memref<4xi64>, %[[L:[a-z0-9]*]]: memref<4xi64>, %[[X:[a-z0-9]*]]: memref<32x8xf32>
// CHECK: %[[LINK:.*]] = memref.load %[[L]]
// CHECK-NOT: memref.load %[[X]]
// CHECK: %[[LAST:.*]]:2 = scf.while (%{{.*}} = %[[LINK]], %{{.*}} = %{{.*}})
// CHECK-NOT: memref.load %[[X]]
// CHECK: memref.store %[[LAST]]#1
func.func @overwrite(%u: memref<4x8xf32>, %p: memref<4xi64>, %l: memref<4xi64>, %x: memref<32x8xf32>) {
  lowp.scatter ins(%u, %p : memref<4x8xf32>, memref<4xi64>) links(%l : memref<4xi64>) outs(%x : memref<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  }
  return
}

// A position in two dimensions is divided into both; the third is that of rows.
// CHECK-LABEL: func.func @unique(
// CHECK-SAME: %[[U:[a-z0-9]*]]: memref<?x5xf32>, %[[P:[a-z0-9]*]]: memref<?xi64>, %[[X:[a-z0-9]*]]: memref<3x5x7xf32>
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[C21:.*]] = arith.constant 21 : index
// CHECK: %[[NUMBER:.*]] = arith.index_cast
// CHECK: arith.cmpi ult, %[[NUMBER]], %[[C21]]
// CHECK: %[[COLUMN:.*]] = arith.remui %[[NUMBER]], %[[C7]]
// CHECK: %[[ROW:.*]] = arith.divui %[[NUMBER]], %[[C7]]
// CHECK: memref.store %{{.*}}, %[[X]][%[[ROW]], %{{.*}}, %[[COLUMN]]]
func.func @unique(%u: memref<?x5xf32>, %p: memref<?xi64>, %x: memref<3x5x7xf32>) {
  lowp.scatter ins(%u, %p : memref<?x5xf32>, memref<?xi64>) outs(%x : memref<3x5x7xf32>) dimensions [0, 2] unique {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  }
  return
}
