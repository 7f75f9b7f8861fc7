// One thread per element, rows fastest: neighbouring threads store neighbouring
// elements. Threads beyond the last element do nothing.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu,canonicalize))" | FileCheck %s

// CHECK-LABEL: func.func @fill
// CHECK-SAME:    %[[X:.*]]: memref<?x509xbf16>, %[[V:.*]]: bf16
// CHECK-DAG:     %[[C256:.*]] = arith.constant 256 : index
// CHECK-DAG:     %[[C509:.*]] = arith.constant 509 : index
// CHECK:         %[[ROWS:.*]] = memref.dim %[[X]]
// CHECK:         %[[POINTS:.*]] = arith.muli %[[ROWS]], %[[C509]]
// CHECK:         %[[BLOCKS:.*]] = arith.ceildivui %[[POINTS]], %[[C256]]
// CHECK:         gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCKS]],
// CHECK-SAME:      threads(%[[T:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[C256]],
// CHECK-SAME:      module(@fill_generic) function(@fill_fill_0)
// CHECK:           %[[FIRST:.*]] = arith.muli %[[B]], %[[C256]]
// CHECK:           %[[POINT:.*]] = arith.addi %[[FIRST]], %[[T]]
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult, %[[POINT]], %{{.*}}
// CHECK:           scf.if %[[INSIDE]]
// CHECK:             %[[COLUMN:.*]] = arith.remui %[[POINT]], %[[C509]]
// CHECK:             %[[ROW:.*]] = arith.divui %[[POINT]], %[[C509]]
// CHECK:             memref.store %[[V]], %{{.*}}[%[[ROW]], %[[COLUMN]]]
func.func @fill(%x: memref<?x509xbf16>, %v: bf16) {
  linalg.fill ins(%v : bf16) outs(%x : memref<?x509xbf16>)
  return
}

// Where rows allow it, a thread takes the neighbours that one access of 16 bytes
// covers, all loads before all stores.
// CHECK-LABEL: func.func @vector
// CHECK-SAME:    %[[X:.*]]: memref<?x512xbf16>, %[[Y:.*]]: memref<?x512xf8E4M3FN>
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C64:.*]] = arith.constant 64 : index
// CHECK:         gpu.launch
// CHECK-DAG:       %[[FROM:.*]] = memref.assume_alignment %[[X]], 16
// CHECK-DAG:       %[[TO:.*]] = memref.assume_alignment %[[Y]], 16
// CHECK:           %[[GROUP:.*]] = arith.remui %{{.*}}, %[[C64]]
// CHECK:           arith.muli %[[GROUP]], %[[C8]]
// CHECK-COUNT-8:   memref.load %[[FROM]]
// CHECK-COUNT-8:   memref.store %{{.*}}, %[[TO]]
// CHECK-NOT:       memref.store
// CHECK:           gpu.terminator
func.func @vector(%x: memref<?x512xbf16>, %y: memref<?x512xf8E4M3FN>) {
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x512xbf16>) outs(%y : memref<?x512xf8E4M3FN>) {
  ^bb0(%in: bf16, %out: f8E4M3FN):
    %0 = arith.truncf %in : bf16 to f8E4M3FN
    linalg.yield %0 : f8E4M3FN
  }
  return
}

// LLVM fills gaps between loads up to the alignment that it knows of. So that
// divides the size of a buffer, and where rows have gaps, all of their ends.
// CHECK-LABEL: func.func @ragged
// CHECK-SAME:    %[[X:.*]]: memref<7x1xf32>, %[[Y:.*]]: memref<?x6xbf16>,
// CHECK-SAME:    %[[Z:.*]]: memref<3x8xf32, strided<[10, 1]>>
// CHECK-DAG:     memref.assume_alignment %[[X]], 4
// CHECK-DAG:     memref.assume_alignment %[[Y]], 4
// CHECK-DAG:     memref.assume_alignment %[[Z]], 8
func.func @ragged(%x: memref<7x1xf32>, %y: memref<?x6xbf16>, %z: memref<3x8xf32, strided<[10, 1]>>,
                  %v: f32, %w: bf16) {
  linalg.fill ins(%v : f32) outs(%x : memref<7x1xf32>)
  linalg.fill ins(%w : bf16) outs(%y : memref<?x6xbf16>)
  linalg.fill ins(%v : f32) outs(%z : memref<3x8xf32, strided<[10, 1]>>)
  return
}

// The alignment of vectors is not known: they may start anywhere in another.
// CHECK-LABEL: func.func @unaligned
// CHECK-NOT:     memref.assume_alignment
func.func @unaligned(%x: memref<512xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : memref<512xf32>)
  return
}

// Kernels are numbered within their function and say what they are. PTX allows
// only letters, digits and _ in names.
// CHECK-LABEL: func.func @layers.0
// CHECK:         gpu.launch {{.*}} module(@layers_0_generic) function(@layers_0_copy_0)
// CHECK:         gpu.launch {{.*}} module(@layers_0_generic) function(@layers_0_elementwise_1)
func.func @layers.0(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// A matmul reads its operands many times: one thread adds up two neighbours,
// whose loads are on their way with those of the turns after.
// CHECK-LABEL: func.func @matmul
// CHECK-DAG:     %[[TURNS:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[K:.*]] = arith.constant 512 : index
// CHECK:         gpu.launch
// CHECK:           %[[A:.*]] = memref.load
// CHECK-NEXT:      %[[B:.*]] = memref.load
// CHECK-NEXT:      %[[SUMS:.*]]:2 = scf.for {{.*}} to %[[K]] step %[[TURNS]] iter_args(%{{.*}} = %[[A]], %{{.*}} = %[[B]]) -> (f32, f32)
// CHECK-COUNT-16:    arith.mulf
// CHECK-NOT:         arith.mulf
// CHECK:           memref.store %[[SUMS]]#0
// CHECK-NEXT:      memref.store %[[SUMS]]#1
func.func @matmul(%a: memref<8x512xf32>, %b: memref<512x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x512xf32>, memref<512x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// Neighbours that are not neighbours in memory have threads of their own. Loops
// of unknown length run four turns at once, then what is left; 8 turns are no loop.
// CHECK-LABEL: func.func @turned
// CHECK:           scf.for {{.*}} -> (f32)
// CHECK-COUNT-4:     arith.mulf
// CHECK:           scf.for {{.*}} -> (f32)
// CHECK-COUNT-1:     arith.mulf
// CHECK-NOT:         arith.mulf
// CHECK:         gpu.launch
// CHECK-NOT:       scf.for
// CHECK-COUNT-16:  arith.mulf
// CHECK-NOT:       arith.mulf
func.func @turned(%a: memref<8x?xf32>, %b: memref<8x?xf32>, %c: memref<8x8xf32>,
                  %d: memref<8x8xf32>, %e: memref<8x8xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                 affine_map<(m, n, k) -> (n, k)>,
                                 affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : memref<8x?xf32>, memref<8x?xf32>) outs(%c : memref<8x8xf32>)
  linalg.matmul ins(%c, %d : memref<8x8xf32>, memref<8x8xf32>) outs(%e : memref<8x8xf32>)
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

// Large constants with equal elements are made on the device.
// CHECK-LABEL: func.func @constant
// CHECK-NOT:     memref.get_global
// CHECK:         %[[ONES:.*]] = memref.alloc() : memref<1000xf32>
// CHECK:         gpu.launch {{.*}} function(@constant_fill_0)
// CHECK:           %[[ALIGNED:.*]] = memref.assume_alignment %[[ONES]], 16
// CHECK:           memref.store %{{.*}}, %[[ALIGNED]]
// CHECK:         gpu.launch {{.*}} function(@constant_copy_1)
memref.global "private" constant @ones : memref<1000xf32> = dense<1.0>
func.func @constant(%x: memref<1000xf32>) {
  %ones = memref.get_global @ones : memref<1000xf32>
  memref.copy %ones, %x : memref<1000xf32> to memref<1000xf32>
  return
}

// Small ones are on the device already.
// CHECK-LABEL: func.func @small_constant
// CHECK:         memref.get_global @one
// CHECK-NOT:     fill
// CHECK:         gpu.launch {{.*}} function(@small_constant_copy_0)
memref.global "private" constant @one : memref<1xf32> = dense<1.0>
func.func @small_constant(%x: memref<1xf32>) {
  %one = memref.get_global @one : memref<1xf32>
  memref.copy %one, %x : memref<1xf32> to memref<1xf32>
  return
}

// What is left of a gather whose result nobody reads: a check of its indices.
// CHECK-LABEL: func.func @check
// CHECK: gpu.launch {{.*}} function(@check_check_0)
// CHECK: cf.assert
// CHECK-NOT: memref.store
func.func @check(%x: memref<8xi64>) {
  %c0 = arith.constant 0 : i64
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : memref<8xi64>) {
  ^bb0(%in: i64):
    %0 = arith.cmpi sge, %in, %c0 : i64
    cf.assert %0, "negative"
    linalg.yield
  }
  return
}

// A view that the body makes stays in it, and nothing is said of its alignment before.
// CHECK-LABEL: func.func @view_in_body(
// CHECK-NOT: memref.collapse_shape
// CHECK: gpu.launch
// CHECK: %[[VIEW:.*]] = memref.collapse_shape
// CHECK: memref.load %[[VIEW]]
func.func @view_in_body(%s: memref<1x1xf32>, %x: memref<64xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %view = memref.collapse_shape %s [[0, 1]] : memref<1x1xf32> into memref<1xf32>
    %b = memref.load %view[%c0] : memref<1xf32>
    %c = arith.mulf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}
