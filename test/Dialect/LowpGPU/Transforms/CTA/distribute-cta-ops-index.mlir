// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops),canonicalize,cse)" \
// RUN:   | FileCheck %s

// A thread counts its columns up from the first one; its rows are a number each, of
// which a body computes what it can once.
// CHECK-LABEL: func.func @tile(
// CHECK-SAME: %[[Y:[a-z0-9]*]]: memref<256x512xi1>, %{{.*}}: memref<256x512xindex>, %[[SIZE:[a-z0-9]*]]: index, %[[I:[a-z0-9]*]]: index
// CHECK: gpu.launch
// CHECK-NOT: arith.minsi
// CHECK: %[[ROW:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: %[[DIGIT:.*]] = arith.remui %[[ROW]], %[[SIZE]] : index
// CHECK: vector.from_elements %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : vector<8xindex>
// CHECK: %[[HALF:.*]] = arith.divui %[[DIGIT]], %{{.*}} : index
// CHECK: %[[LAST:.*]] = vector.broadcast %[[HALF]] : index to vector<8xindex>
// CHECK: arith.cmpi ule, %{{.*}}, %[[LAST]] : vector<8xindex>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<256x512xindex>, vector<8xindex>
// CHECK-NOT: lowp_gpu
func.func @tile(%y: memref<256x512xi1>, %z: memref<256x512xindex>, %size: index, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_index 1 at[%i, %j] of(%c256, %c512) row_sizes(%size) : vector<128x128xindex>
    %1 = lowp_gpu.cta_index 2 at[%i, %j] of(%c256, %c512) row_sizes(%size) : vector<128x128xindex>
    %2 = lowp_gpu.cta_map(%0, %1) {
    ^bb0(%row: index, %column: index):
      %two = arith.constant 2 : index
      %half = arith.divui %row, %two : index
      %is = arith.cmpi ule, %column, %half : index
      lowp_gpu.yield %is : i1
    } : (vector<128x128xindex>, vector<128x128xindex>) -> vector<128x128xi1>
    lowp_gpu.cta_store %2 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)>
      : vector<128x128xi1> to memref<256x512xi1>
    lowp_gpu.cta_store %1 to %z[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<128x128xindex> to memref<256x512xindex>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// A number per row belongs to one thread, without shared memory.
// CHECK-LABEL: func.func @entries(
// CHECK-SAME: %[[Y:[a-z0-9]*]]: memref<256xindex>, %[[I:[a-z0-9]*]]: index
// CHECK-NOT: workgroup
// CHECK: %[[ROW:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK-NOT: gpu.barrier
func.func @entries(%y: memref<256xindex>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_index 0 at[%i, %j] of(%c256, %c512) : vector<128x1xindex>
    lowp_gpu.cta_store %0 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)>
      : vector<128x1xindex> to memref<256xindex>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// The last vector of 13 columns has 5: its last three elements are column 12 again, and
// so are those of a load. Beyond the end, the last row is repeated.
// CHECK-LABEL: func.func @ragged(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x13xf32>, %{{.*}}: memref<?x13xf32>, %[[M:[a-z0-9]*]]: index, %[[I:[a-z0-9]*]]: index, %[[J:[a-z0-9]*]]: index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C12:.*]] = arith.constant 12 : index
// CHECK: %[[ROW:.*]] = arith.minsi %{{.*}}, %{{.*}} : index
// CHECK: %[[COLUMN:.*]] = arith.addi %[[J]], %{{.*}} : index
// CHECK: %[[START:.*]] = arith.minsi %[[COLUMN]], %[[C8]] : index
// CHECK: memref.load %[[X]][%[[ROW]], %[[START]]]
// CHECK: %[[SECOND:.*]] = arith.addi %[[START]], %{{.*}} : index
// CHECK: %[[NEXT:.*]] = arith.minsi %[[SECOND]], %[[C12]] : index
// CHECK: memref.load %[[X]][%[[ROW]], %[[NEXT]]]
// CHECK: %[[FIRST:.*]] = arith.index_cast %[[START]] : index to i32
// CHECK: %[[OTHER:.*]] = arith.index_cast %[[NEXT]] : index to i32
// CHECK: vector.from_elements %[[FIRST]], %[[OTHER]], {{.*}} : vector<8xi32>
func.func @ragged(%x: memref<?x13xf32>, %y: memref<?x13xf32>, %m: index, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%m, %c13) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<?x13xf32> -> vector<64x16xf32>
    %1 = lowp_gpu.cta_index 1 at[%i, %j] of(%m, %c13) : vector<64x16xindex>
    %2 = lowp_gpu.cta_map(%0, %1) {
    ^bb0(%a: f32, %column: index):
      %n = arith.index_cast %column : index to i32
      %f = arith.sitofp %n : i32 to f32
      %s = arith.addf %a, %f : f32
      lowp_gpu.yield %s : f32
    } : (vector<64x16xf32>, vector<64x16xindex>) -> vector<64x16xf32>
    lowp_gpu.cta_store %2 to %y[][%i, %j] of(%m, %c13) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<64x16xf32> to memref<?x13xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 1, vectors = 1 x 8, lanes = [16, 2], warps = [4, 1]>}
  return
}
