// RUN: lowp-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(lowp-gpu-join-launches),canonicalize)" | FileCheck %s

// 5 CTAs of 3 rows lead by 2 stripes of 2 CTAs; a stripe of 3 tiles follows, and
// one more, of padding, which waits for the last rows.
// CHECK-LABEL: func.func @join(
// CHECK-SAME: %[[X:.*]]: memref<16xf32>, %[[SUMS:.*]]: memref<16xf32>, %[[Y:.*]]: memref<16xf32>)
// CHECK-DAG: %[[TURN:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[CTAS:.*]] = arith.constant 30 : index
// CHECK: %[[DONE:.*]] = memref.alloc() : memref<4xi32>
// CHECK: linalg.fill ins(%{{.*}} : i32) outs(%[[DONE]] : memref<4xi32>)
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %[[CTAS]], {{.*}}workgroup(%[[SHARED:.*]] : memref<1xi32
// CHECK: scf.if
// CHECK:   %[[TAKEN:.*]] = llvm.atomicrmw add %{{.*}} syncscope("device") monotonic
// CHECK:   memref.store %[[TAKEN]], %[[SHARED]]
// CHECK: gpu.barrier
// CHECK: %[[TICKET:.*]] = memref.load %[[SHARED]]
// CHECK: %[[ID:.*]] = arith.index_castui %[[TICKET]]
// CHECK: %[[BEFORE:.*]] = arith.divui %[[ID]], %[[TURN]]
// CHECK: %[[PLACE:.*]] = arith.remui %[[ID]], %[[TURN]]
// CHECK: %[[LEADS:.*]] = arith.cmpi ult, %[[PLACE]], %c2
// CHECK: scf.if %[[LEADS]] {
// CHECK:   %[[FIRST:.*]] = arith.addi
// CHECK:   %[[EXISTS:.*]] = arith.cmpi ult, %[[FIRST]], %c5
// CHECK:   scf.if %[[EXISTS]] {
// CHECK:     memref.store %{{.*}}, %[[SUMS]][%[[FIRST]]]
// CHECK:     gpu.barrier
// CHECK:     scf.if
// CHECK:       llvm.fence syncscope("device") release
// CHECK:       llvm.atomicrmw add %{{.*}} syncscope("device") monotonic
// CHECK: } else {
// CHECK:   %[[HAS_TURN:.*]] = arith.cmpi uge, %[[BEFORE]], %c2
// CHECK:   scf.if %[[HAS_TURN]] {
// CHECK:     %[[STRIPE:.*]] = arith.subi %[[BEFORE]], %c2
// CHECK:     memref.load %[[X]][
// CHECK:     %[[LAST:.*]] = arith.minui %[[STRIPE]], %c2
// CHECK:     scf.if
// CHECK:       scf.while
// CHECK:         llvm.load %{{.*}} atomic syncscope("device") acquire
// CHECK:     gpu.barrier
// CHECK:     memref.load %[[SUMS]][
// CHECK:     memref.store %{{.*}}, %[[Y]][
func.func @join(%x: memref<16xf32>, %sums: memref<16xf32>, %y: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c5, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %0 = memref.load %x[%i] : memref<16xf32>
    memref.store %0, %sums[%i] : memref<16xf32>
    gpu.terminator
  } {lowp_gpu.leads = 2 : i64}
  gpu.launch blocks(%i, %j, %bz) in (%gx = %c3, %gy = %c4, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %0 = memref.load %x[%i] : memref<16xf32>
    %1 = memref.load %sums[%j] : memref<16xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[%i] : memref<16xf32>
    gpu.terminator
  } {lowp_gpu.follows = 2 : i64}
  return
}

// -----

// Both begin with the last stripe if the first launch does. Two stripes of
// padding wait for rows that are two stripes after them.
// CHECK-LABEL: func.func @descend(
// CHECK-DAG: %[[CTAS:.*]] = arith.constant 40 : index
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %[[CTAS]],
// CHECK: %[[STRIPE:.*]] = arith.subi %c5, %
// CHECK: %[[START:.*]] = arith.muli %[[STRIPE]], %c2
// CHECK: arith.subi %c7, %
func.func @descend(%x: memref<16xf32>, %sums: memref<16xf32>, %y: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %0 = memref.load %x[%i] : memref<16xf32>
    memref.store %0, %sums[%i] : memref<16xf32>
    gpu.terminator
  } {lowp_gpu.leads = 2 : i64, lowp_gpu.descending}
  gpu.launch blocks(%i, %j, %bz) in (%gx = %c3, %gy = %c6, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %1 = memref.load %sums[%j] : memref<16xf32>
    memref.store %1, %y[%i] : memref<16xf32>
    gpu.terminator
  } {lowp_gpu.follows = 1 : i64}
  return
}
