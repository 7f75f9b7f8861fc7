// One thread per element, rows fastest: neighbouring threads store neighbouring
// elements. Threads beyond the last element do nothing.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu,canonicalize))" | FileCheck %s

// CHECK-LABEL: func.func @fill
// CHECK-SAME:    %[[X:.*]]: memref<?x512xbf16>, %[[V:.*]]: bf16
// CHECK-DAG:     %[[C256:.*]] = arith.constant 256 : index
// CHECK-DAG:     %[[C512:.*]] = arith.constant 512 : index
// CHECK:         %[[ROWS:.*]] = memref.dim %[[X]]
// CHECK:         %[[POINTS:.*]] = arith.muli %[[ROWS]], %[[C512]]
// CHECK:         %[[BLOCKS:.*]] = arith.ceildivui %[[POINTS]], %[[C256]]
// CHECK:         gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCKS]],
// CHECK-SAME:      threads(%[[T:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[C256]],
// CHECK-SAME:      module(@fill_plain) function(@fill_fill_0)
// CHECK:           %[[FIRST:.*]] = arith.muli %[[B]], %[[C256]]
// CHECK:           %[[POINT:.*]] = arith.addi %[[FIRST]], %[[T]]
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult, %[[POINT]], %{{.*}}
// CHECK:           scf.if %[[INSIDE]]
// CHECK:             %[[COLUMN:.*]] = arith.remui %[[POINT]], %[[C512]]
// CHECK:             %[[ROW:.*]] = arith.divui %[[POINT]], %[[C512]]
// CHECK:             memref.store %[[V]], %[[X]][%[[ROW]], %[[COLUMN]]]
func.func @fill(%x: memref<?x512xbf16>, %v: bf16) {
  linalg.fill ins(%v : bf16) outs(%x : memref<?x512xbf16>)
  return
}

// Kernels are numbered within their function and say what they are. PTX allows
// only letters, digits and _ in names.
// CHECK-LABEL: func.func @"layers.0"
// CHECK:         gpu.launch {{.*}} module(@layers_0_plain) function(@layers_0_copy_0)
// CHECK:         gpu.launch {{.*}} module(@layers_0_plain) function(@layers_0_elementwise_1)
func.func @"layers.0"(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// A matmul reads its operands many times: one thread adds up each element.
// CHECK-LABEL: func.func @matmul
// CHECK:         gpu.launch
// CHECK:           %[[OLD:.*]] = memref.load
// CHECK:           %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]]) -> (f32)
// CHECK:           memref.store %[[SUM]]
func.func @matmul(%a: memref<8x512xf32>, %b: memref<512x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x512xf32>, memref<512x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// A computation without loops is one point.
// CHECK-LABEL: func.func @scalar
// CHECK:         %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.*}} = %[[ONE]],
// CHECK:           memref.store %{{.*}}, %{{.*}}[] : memref<f32>
func.func @scalar(%x: memref<f32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : memref<f32>)
  return
}

// Constants with equal elements are made on the device.
// CHECK-LABEL: func.func @constant
// CHECK-NOT:     memref.get_global
// CHECK:         %[[ONES:.*]] = memref.alloc() : memref<16xf32>
// CHECK:         gpu.launch {{.*}} function(@constant_fill_0)
// CHECK:           memref.store %{{.*}}, %[[ONES]]
// CHECK:         gpu.launch {{.*}} function(@constant_copy_1)
memref.global "private" constant @ones : memref<16xf32> = dense<1.0>
func.func @constant(%x: memref<16xf32>) {
  %ones = memref.get_global @ones : memref<16xf32>
  memref.copy %ones, %x : memref<16xf32> to memref<16xf32>
  return
}
