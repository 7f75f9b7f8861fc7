// Where an op would write back what it has read, it does nothing.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu,canonicalize))" | FileCheck %s

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#turned = affine_map<(m, n) -> (n, m)>

// Rows after the last group become 0, and nothing is read of the others. A thread has several vectors of a row.
// CHECK-LABEL: func.func @clear
// CHECK-SAME:    %[[X:.*]]: memref<?x512xbf16>, %[[ENDS:.*]]: memref<4xi32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK:         gpu.launch
// CHECK-DAG:       %[[TO:.*]] = memref.assume_alignment %[[X]], 16
// CHECK-NOT:       memref.load %[[TO]]
// CHECK:           %[[ROW:.*]] = arith.divui %{{.*}}, %[[C8]]
// CHECK-NOT:       memref.load %[[TO]]
// CHECK:           %[[END:.*]] = memref.load
// CHECK:           %[[LIMIT:.*]] = arith.index_cast %[[END]]
// CHECK:           %[[KEPT:.*]] = arith.cmpi {{.*}} %[[ROW]], %[[LIMIT]]
// CHECK:           scf.if
// CHECK-NOT:         memref.load
// CHECK-COUNT-64:    memref.store %[[ZERO]], %[[TO]]
// CHECK-NOT:         memref.store
// CHECK:           gpu.terminator
func.func @clear(%x: memref<?x512xbf16>, %ends: memref<4xi32>) {
  %zero = arith.constant 0.0 : bf16
  %last = arith.constant 3 : index
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x512xbf16>) outs(%x : memref<?x512xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %row = linalg.index 0 : index
    %end = memref.load %ends[%last] : memref<4xi32>
    %limit = arith.index_cast %end : i32 to index
    %kept = arith.cmpi slt, %row, %limit : index
    %0 = arith.select %kept, %in, %zero : bf16
    linalg.yield %0 : bf16
  }
  return
}

// The element may be that of the destination, and the condition the other way round. What is stored may be computed, of elements
// of other buffers, which are read in the branch; then a thread has one vector.
// CHECK-LABEL: func.func @replace
// CHECK-SAME:    %[[X:.*]]: memref<?x512xf32>, %[[Y:.*]]: memref<?x512xf32>, %[[MARKS:.*]]: memref<?xi1>
// CHECK:         gpu.launch
// CHECK-DAG:       %[[TO:.*]] = memref.assume_alignment %[[X]], 16
// CHECK-DAG:       %[[FROM:.*]] = memref.assume_alignment %[[Y]], 16
// CHECK:           %[[MARK:.*]] = memref.load %[[MARKS]]
// CHECK-NEXT:      scf.if %[[MARK]]
// CHECK-COUNT-4:     memref.load %[[FROM]]
// CHECK-NOT:         memref.load
// CHECK-COUNT-4:     memref.store %{{.*}}, %[[TO]]
// CHECK-NOT:         memref.store
func.func @replace(%x: memref<?x512xf32>, %y: memref<?x512xf32>, %marks: memref<?xi1>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<?x512xf32>) outs(%x : memref<?x512xf32>) {
  ^bb0(%new: f32, %there: f32):
    %row = linalg.index 0 : index
    %mark = memref.load %marks[%row] : memref<?xi1>
    %1 = arith.negf %new : f32
    %0 = arith.select %mark, %1, %there : f32
    linalg.yield %0 : f32
  }
  return
}

// The condition may be an element for the row of another buffer.
// CHECK-LABEL: func.func @marked
// CHECK-SAME:    %[[X:.*]]: memref<?x512xf32>, %[[MARKS:.*]]: memref<?xi1>
// CHECK:         gpu.launch
// CHECK:           %[[MARK:.*]] = memref.load %[[MARKS]]
// CHECK-NEXT:      %[[CHANGES:.*]] = arith.xori %[[MARK]]
// CHECK-NEXT:      scf.if %[[CHANGES]]
// CHECK-NOT:         memref.load
// CHECK-COUNT-32:    memref.store
// CHECK-NOT:         memref.store
func.func @marked(%x: memref<?x512xf32>, %marks: memref<?xi1>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %marks : memref<?x512xf32>, memref<?xi1>) outs(%x : memref<?x512xf32>) {
  ^bb0(%in: f32, %mark: i1, %out: f32):
    %0 = arith.select %mark, %in, %zero : f32
    linalg.yield %0 : f32
  }
  return
}

// No such op: a condition on columns, on elements, on the buffer that is written; an element of another place or buffer; one that
// is read for something else, too. A kernel has one branch, for threads beyond the last element.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-6: scf.if
// CHECK-NOT:     scf.if
func.func @others(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %f: f32, %m: index) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %column = linalg.index 1 : index
    %kept = arith.cmpi slt, %column, %m : index
    %0 = arith.select %kept, %in, %f : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %kept = arith.cmpf olt, %other, %f : f32
    %0 = arith.select %kept, %in, %f : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %first = memref.load %x[%c0, %c0] : memref<64x64xf32>
    %kept = arith.cmpf olt, %first, %f : f32
    %0 = arith.select %kept, %in, %f : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %row = linalg.index 0 : index
    %kept = arith.cmpi slt, %row, %m : index
    %0 = arith.select %kept, %in, %f : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %row = linalg.index 0 : index
    %kept = arith.cmpi slt, %row, %m : index
    %0 = arith.select %kept, %in, %f : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %row = linalg.index 0 : index
    %kept = arith.cmpi slt, %row, %m : index
    %1 = arith.addf %in, %f : f32
    %0 = arith.select %kept, %in, %1 : f32
    linalg.yield %0 : f32
  }
  return
}
