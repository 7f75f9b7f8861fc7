// Buffers whose lifetimes are disjoint are views of one allocation.
// RUN: lowp-opt %s --lowp-plan-workspace | FileCheck %s --implicit-check-not=memref.dealloc

// A chain: each step reads the last buffer and writes the next one. The first
// and the third lie at one place; so do the second and the fourth.
// CHECK-LABEL: func.func @chain(
// CHECK-DAG:     %[[MEMORY:.*]] = memref.alloc() : memref<6144xi8>
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[A:.*]] = memref.view %[[MEMORY]][%[[C0]]][] : memref<6144xi8> to memref<1024xf32>
// CHECK:         linalg.fill {{.*}} outs(%[[A]]
// CHECK:         %[[BEHIND:.*]] = arith.constant 4096 : index
// CHECK:         %[[B:.*]] = memref.view %[[MEMORY]][%[[BEHIND]]][] : memref<6144xi8> to memref<1024xbf16>
// CHECK:         linalg.copy ins(%[[A]] : {{.*}} outs(%[[B]]
// CHECK:         %[[C0_2:.*]] = arith.constant 0 : index
// CHECK:         %[[C:.*]] = memref.view %[[MEMORY]][%[[C0_2]]][] : memref<6144xi8> to memref<1024xf32>
// CHECK:         linalg.copy ins(%[[B]] : {{.*}} outs(%[[C]]
// CHECK:         %[[BEHIND_2:.*]] = arith.constant 4096 : index
// CHECK:         %[[D:.*]] = memref.view %[[MEMORY]][%[[BEHIND_2]]][] : memref<6144xi8> to memref<1024xbf16>
// CHECK:         linalg.copy ins(%[[C]] : {{.*}} outs(%[[D]]
func.func @chain(%x: f32, %out: memref<1024xbf16>) {
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xbf16>
  %c = memref.alloc() : memref<1024xf32>
  %d = memref.alloc() : memref<1024xbf16>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  linalg.copy ins(%a : memref<1024xf32>) outs(%b : memref<1024xbf16>)
  memref.dealloc %a : memref<1024xf32>
  linalg.copy ins(%b : memref<1024xbf16>) outs(%c : memref<1024xf32>)
  linalg.copy ins(%c : memref<1024xf32>) outs(%d : memref<1024xbf16>)
  linalg.copy ins(%d : memref<1024xbf16>) outs(%out : memref<1024xbf16>)
  return
}

// Small ones lie side by side in what a large one has left.
// CHECK-LABEL: func.func @side_by_side(
// CHECK:         %[[MEMORY:.*]] = memref.alloc() : memref<8192xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.fill {{.*}} memref<2048xf32>
// CHECK-DAG:     %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-DAG:     memref.view %[[MEMORY]][%[[FIRST]]][] : memref<8192xi8> to memref<1024xf32>
// CHECK-DAG:     %[[SECOND:.*]] = arith.constant 4096 : index
// CHECK-DAG:     memref.view %[[MEMORY]][%[[SECOND]]][] : memref<8192xi8> to memref<1024xf32>
// CHECK:         return
func.func @side_by_side(%x: f32, %out: memref<1024xf32>) {
  %a = memref.alloc() : memref<2048xf32>
  %b = memref.alloc() : memref<1024xf32>
  %c = memref.alloc() : memref<1024xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<2048xf32>)
  linalg.fill ins(%x : f32) outs(%b : memref<1024xf32>)
  linalg.fill ins(%x : f32) outs(%c : memref<1024xf32>)
  linalg.add ins(%b, %c : memref<1024xf32>, memref<1024xf32>) outs(%out : memref<1024xf32>)
  return
}

// Multiples of one size: the largest is taken here.
// CHECK-LABEL: func.func @multiples(
// CHECK-SAME:    %[[X:.*]]: memref<?x8xf32>, %[[F:.*]]: f32)
// CHECK:         %[[N:.*]] = memref.dim %[[X]]
// CHECK:         %[[C4096:.*]] = arith.constant 4096 : index
// CHECK:         %[[BYTES:.*]] = arith.muli %[[C4096]], %[[N]]
// CHECK-NOT:     arith.maxui
// CHECK:         %[[SLOT:.*]] = memref.alloc(%[[BYTES]]) : memref<?xi8>
// CHECK:         memref.view %[[SLOT]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?x8xf32>
// CHECK:         memref.view %[[SLOT]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?x1024xf32>
func.func @multiples(%x: memref<?x8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  %a = memref.alloc(%n) : memref<?x8xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<?x8xf32>)
  %b = memref.alloc(%n) : memref<?x1024xf32>
  linalg.fill ins(%f : f32) outs(%b : memref<?x1024xf32>)
  return
}

// Different sizes: the host compares them. What computes the later one moves.
// CHECK-LABEL: func.func @different_sizes(
// CHECK-SAME:    %[[N:.*]]: index, %[[M:.*]]: index, %{{.*}}: f32)
// CHECK:         %[[TWICE:.*]] = arith.addi %[[M]], %[[M]]
// CHECK-DAG:     %[[A:.*]] = arith.muli %{{.*}}, %[[N]]
// CHECK-DAG:     %[[B:.*]] = arith.muli %{{.*}}, %[[TWICE]]
// CHECK:         %[[BYTES:.*]] = arith.maxui %[[A]], %[[B]]
// CHECK:         memref.alloc(%[[BYTES]]) : memref<?xi8>
// CHECK-NOT:     memref.alloc
func.func @different_sizes(%n: index, %m: index, %f: f32) {
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<?xf32>)
  %twice = arith.addi %m, %m : index
  %b = memref.alloc(%twice) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%b : memref<?xf32>)
  return
}

// A size that is read from elsewhere is not known earlier.
// CHECK-LABEL: func.func @late_size(
// CHECK-COUNT-2: memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NOT:     memref.view
func.func @late_size(%n: index, %sizes: memref<1xindex>, %f: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<?xf32>)
  %m = memref.load %sizes[%c0] : memref<1xindex>
  %b = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%b : memref<?xf32>)
  return
}

// One operation reads one buffer and writes the other.
// CHECK-LABEL: func.func @overlapping(
// CHECK-NOT:     memref.view
func.func @overlapping(%f: f32) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  linalg.copy ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}

// A view is read after the other buffer was written.
// CHECK-LABEL: func.func @through_view(
// CHECK-NOT:     memref.view
func.func @through_view(%f: f32, %out: memref<8xf32>) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  %part = memref.subview %a[0] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1]>>
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  linalg.copy ins(%part : memref<8xf32, strided<[1]>>) outs(%out : memref<8xf32>)
  return
}

// A tensor map is used after the other buffer was written.
// CHECK-LABEL: func.func @through_tensor_map(
// CHECK-NOT:     memref.view
func.func @through_tensor_map(%f: f32) {
  %a = memref.alloc() : memref<64x512xbf16>
  %b = memref.alloc() : memref<64x512xf32>
  %map = lowp_gpu.encode_tensor_map %a : memref<64x512xbf16>
    -> !lowp_gpu.tensor_map<32x64xbf16 swizzle 128>
  linalg.fill ins(%f : f32) outs(%b : memref<64x512xf32>)
  func.call @use_map(%map) : (!lowp_gpu.tensor_map<32x64xbf16 swizzle 128>) -> ()
  return
}

func.func private @use_map(!lowp_gpu.tensor_map<32x64xbf16 swizzle 128>)

// The second iteration reads the first buffer after the second was written.
// CHECK-LABEL: func.func @loop(
// CHECK-NOT:     memref.view
func.func @loop(%n: index, %f: f32, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.copy ins(%a : memref<64xf32>) outs(%out : memref<64xf32>)
    linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  }
  return
}

// The loop hands on the first buffer; its result is read after the second.
// CHECK-LABEL: func.func @loop_result(
// CHECK-NOT:     memref.view
func.func @loop_result(%n: index, %f: f32, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %a) -> (memref<64xf32>) {
    linalg.fill ins(%f : f32) outs(%old : memref<64xf32>)
    scf.yield %old : memref<64xf32>
  }
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  linalg.copy ins(%last : memref<64xf32>) outs(%out : memref<64xf32>)
  return
}

// What a branch takes from outside lives through the whole branch only.
// CHECK-LABEL: func.func @branch(
// CHECK:         memref.alloc() : memref<256xi8>
// CHECK-NOT:     memref.alloc
// CHECK-COUNT-2: memref.view
func.func @branch(%yes: i1, %f: f32) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  scf.if %yes {
    linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  }
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  return
}

// Kernels of which only one runs may all use a buffer; it is free after them.
// CHECK-LABEL: func.func @alternatives(
// CHECK:         %[[MEMORY:.*]] = memref.alloc() : memref<256xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         %[[A:.*]] = memref.view %[[MEMORY]]
// CHECK:         scf.index_switch
// CHECK-COUNT-2: linalg.fill {{.*}} outs(%[[A]] :
// CHECK:         %[[B:.*]] = memref.view %[[MEMORY]]
// CHECK:         linalg.fill {{.*}} outs(%[[B]] :
func.func @alternatives(%number: index, %f: f32) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  scf.index_switch %number
  case 0 {
    linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
    scf.yield
  }
  default {
    linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  }
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  return
}

// Allocations of a region stay.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT:     memref.view
func.func @nested(%yes: i1, %f: f32) {
  %a = memref.alloc() : memref<64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  scf.if %yes {
    %b = memref.alloc() : memref<64xf32>
    linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  }
  return
}

func.func private @keep(memref<64xf32>)

// CHECK-LABEL: func.func @called(
// CHECK-NOT:     memref.view
func.func @called(%f: f32) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  func.call @keep(%a) : (memref<64xf32>) -> ()
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  return
}

// CHECK-LABEL: func.func @stored(
// CHECK-NOT:     memref.view
func.func @stored(%f: f32, %table: memref<memref<64xf32>>) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  memref.store %a, %table[] : memref<memref<64xf32>>
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  return
}

// CHECK-LABEL: func.func @returned(
// CHECK-NOT:     memref.view
func.func @returned(%f: f32) -> memref<64xf32> {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  return %a : memref<64xf32>
}

// CHECK-LABEL: func.func @blocks(
// CHECK-NOT:     memref.view
func.func @blocks(%f: f32) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  cf.br ^next
^next:
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  return
}

// A result that is written last holds what is dead by then, side by side where
// both live; what lives longer, or has no room there, takes workspace.
// CHECK-LABEL: func.func @in_result(
// CHECK-SAME:    %[[Y:[a-z0-9]*]]: memref<64x64xf32> {bufferize.result})
// CHECK:         %[[MEMORY:.*]] = builtin.unrealized_conversion_cast %[[Y]] : memref<64x64xf32> to memref<16384xi8>
// CHECK:         memref.alloc() : memref<64x64xf32>
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[A:.*]] = memref.view %[[MEMORY]][%[[C0]]][] : memref<16384xi8> to memref<64x30xf32>
// CHECK:         linalg.fill {{.*}} outs(%[[A]]
// CHECK:         %[[BEHIND:.*]] = arith.constant 7680 : index
// CHECK:         %[[B:.*]] = memref.view %[[MEMORY]][%[[BEHIND]]][] : memref<16384xi8> to memref<64x30xf32>
// CHECK:         linalg.copy ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK-NOT:     memref.alloc
// CHECK:         memref.view %[[MEMORY]]{{.*}} to memref<60x60xf32>
func.func @in_result(%f: f32, %y: memref<64x64xf32> {bufferize.result}) {
  %a = memref.alloc() : memref<64x30xf32>
  %b = memref.alloc() : memref<64x30xf32>
  %longer = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64x30xf32>)
  linalg.copy ins(%a : memref<64x30xf32>) outs(%b : memref<64x30xf32>)
  linalg.fill ins(%f : f32) outs(%longer : memref<64x64xf32>)
  linalg.copy ins(%b : memref<64x30xf32>) outs(%a : memref<64x30xf32>)
  %c = memref.alloc() : memref<60x60xf32>
  linalg.fill ins(%f : f32) outs(%c : memref<60x60xf32>)
  linalg.copy ins(%longer : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

// None of these results holds the buffer: an argument that is no result, one
// whose address may be odd, one that is too small, one that is written before.
// CHECK-LABEL: func.func @no_result(
// CHECK-NOT:     memref.view
func.func @no_result(%f: f32, %x: memref<64x64xf32>,
                     %row: memref<4096xf32> {bufferize.result},
                     %small: memref<64x63xf32> {bufferize.result},
                     %early: memref<64x64xf32> {bufferize.result}) {
  %a = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%f : f32) outs(%early : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%a : memref<64x64xf32>)
  linalg.copy ins(%a : memref<64x64xf32>) outs(%x : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%row : memref<4096xf32>)
  linalg.fill ins(%f : f32) outs(%small : memref<64x63xf32>)
  return
}

// Packed elements want more than the 16 bytes that a caller aligns results to.
// CHECK-LABEL: func.func @packed(
// CHECK-NOT:     memref.view
func.func @packed(%v: i8, %f: f32, %y: memref<64x64xf32> {bufferize.result}) {
  %a = memref.alloc() : memref<64x64xi8>
  linalg.fill ins(%v : i8) outs(%a : memref<64x64xi8>)
  linalg.fill ins(%f : f32) outs(%y : memref<64x64xf32>)
  return
}
