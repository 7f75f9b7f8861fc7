// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu,canonicalize))" | FileCheck %s

// Small buffers are filled by one kernel, of as many threads as the largest has elements.
// CHECK-LABEL: func.func @joined
// CHECK-SAME:    %[[X:.*]]: memref<300x1xf32>, %[[Y:.*]]: memref<7xi32>, %[[V:.*]]: f32, %[[N:.*]]: i32
// CHECK-DAG:     %[[SIZE:.*]] = arith.constant 300 : index
// CHECK-DAG:     %[[FEW:.*]] = arith.constant 7 : index
// CHECK-DAG:     %[[BLOCKS:.*]] = arith.constant 2 : index
// CHECK:         %[[FLAT:.*]] = memref.collapse_shape %[[X]]
// CHECK:         gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCKS]],
// CHECK:           %[[I:.*]] = arith.addi
// CHECK:           %[[IN_X:.*]] = arith.cmpi ult, %[[I]], %[[SIZE]]
// CHECK:           scf.if %[[IN_X]]
// CHECK:             memref.store %[[V]], %[[FLAT]][%[[I]]]
// CHECK:           %[[IN_Y:.*]] = arith.cmpi ult, %[[I]], %[[FEW]]
// CHECK:           scf.if %[[IN_Y]]
// CHECK:             memref.store %[[N]], %[[Y]][%[[I]]]
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @joined(%x: memref<300x1xf32>, %y: memref<7xi32>, %v: f32, %n: i32) {
  linalg.fill ins(%v : f32) outs(%x : memref<300x1xf32>)
  linalg.fill ins(%n : i32) outs(%y : memref<7xi32>)
  return
}

// What a kernel reads between the two is filled before it.
// CHECK-LABEL: func.func @between
// CHECK-COUNT-3: gpu.launch
func.func @between(%x: memref<300xf32>, %y: memref<7xf32>, %z: memref<300xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : memref<300xf32>)
  linalg.exp ins(%x : memref<300xf32>) outs(%z : memref<300xf32>)
  linalg.fill ins(%v : f32) outs(%y : memref<7xf32>)
  return
}

// What is filled twice has the later value.
// CHECK-LABEL: func.func @twice
// CHECK-COUNT-2: gpu.launch
func.func @twice(%x: memref<8x2xf32>, %v: f32, %w: f32) {
  %y = memref.collapse_shape %x [[0, 1]] : memref<8x2xf32> into memref<16xf32>
  linalg.fill ins(%v : f32) outs(%x : memref<8x2xf32>)
  linalg.fill ins(%w : f32) outs(%y : memref<16xf32>)
  return
}

// Large buffers, those of unknown sizes and those with gaps have kernels that store vectors.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: gpu.launch
func.func @others(%x: memref<300xf32>, %y: memref<65537xf32>, %z: memref<?xf32>, %u: memref<4x8xf32, strided<[16, 1]>>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : memref<300xf32>)
  linalg.fill ins(%v : f32) outs(%y : memref<65537xf32>)
  linalg.fill ins(%v : f32) outs(%z : memref<?xf32>)
  linalg.fill ins(%v : f32) outs(%u : memref<4x8xf32, strided<[16, 1]>>)
  return
}
