// RUN: lowp-opt %s --pass-pipeline='builtin.module(func.func(lowp-reuse-buffers{only=split-buffers}))' | FileCheck %s

// Two values that lie in one buffer, one after the other, through views, too.
// CHECK-LABEL: func.func @values(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK:         linalg.fill {{.*}} outs(%[[A]] :
// CHECK:         linalg.copy ins(%[[A]] :
// CHECK:         %[[B:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK:         %[[FLAT:.*]] = memref.collapse_shape %[[B]]
// CHECK:         linalg.fill {{.*}} outs(%[[FLAT]] :
// CHECK:         linalg.copy ins(%[[B]] :
func.func @values(%f: f32, %x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %a = memref.alloc() : memref<64x64xf32>
  %flat = memref.collapse_shape %a [[0, 1]] : memref<64x64xf32> into memref<4096xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64x64xf32>)
  linalg.copy ins(%a : memref<64x64xf32>) outs(%x : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%flat : memref<4096xf32>)
  linalg.copy ins(%a : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

// The last value of a result stays there.
// CHECK-LABEL: func.func @result(
// CHECK-SAME:    %[[Y:[a-z0-9]+]]: memref<64x64xf32> {bufferize.result}
// CHECK:         %[[A:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK:         linalg.fill {{.*}} outs(%[[A]] :
// CHECK:         linalg.copy ins(%[[A]] :
// CHECK:         linalg.fill {{.*}} outs(%[[Y]] :
func.func @result(%f: f32, %x: memref<64x64xf32>, %y: memref<64x64xf32> {bufferize.result}) {
  linalg.fill ins(%f : f32) outs(%y : memref<64x64xf32>)
  linalg.copy ins(%y : memref<64x64xf32>) outs(%x : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%y : memref<64x64xf32>)
  return
}

// What is written in parts, added to, read where it is written, or written in a loop is one value.
// CHECK-LABEL: func.func @one_value(
// CHECK-COUNT-4: memref.alloc()
// CHECK-NOT:     memref.alloc()
func.func @one_value(%f: f32, %n: index, %x: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %parts = memref.alloc() : memref<64x64xf32>
  %sum = memref.alloc() : memref<64x64xf32>
  %same = memref.alloc() : memref<64x64xf32>
  %loop = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%f : f32) outs(%parts : memref<64x64xf32>)
  %part = memref.subview %parts[0, 0] [32, 64] [1, 1] : memref<64x64xf32> to memref<32x64xf32, strided<[64, 1]>>
  linalg.fill ins(%f : f32) outs(%part : memref<32x64xf32, strided<[64, 1]>>)
  linalg.copy ins(%parts : memref<64x64xf32>) outs(%x : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%sum : memref<64x64xf32>)
  linalg.matmul ins(%x, %x : memref<64x64xf32>, memref<64x64xf32>) outs(%sum : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%same : memref<64x64xf32>)
  linalg.abs ins(%same : memref<64x64xf32>) outs(%same : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%loop : memref<64x64xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.copy ins(%loop : memref<64x64xf32>) outs(%x : memref<64x64xf32>)
    linalg.fill ins(%f : f32) outs(%loop : memref<64x64xf32>)
  }
  return
}
