// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops),canonicalize,cse)" \
// RUN:   | FileCheck %s

// 8 elements of 4 bits are a word, the first one lowest: one store of 4 bytes.
// CHECK-LABEL: func.func @four(
// CHECK-SAME: %{{.*}}: memref<256x512xf32>, %[[Y:.*]]: memref<256x256xi8>
// CHECK: %[[CODES:.*]] = arith.bitcast %{{.*}} : vector<8xf4E2M1FN> to vector<8xi4>
// CHECK: vector.extract %[[CODES]][0]
// CHECK: arith.shli
// CHECK: arith.ori
// CHECK: %[[BYTES:.*]] = vector.bitcast %{{.*}} : vector<1xi32> to vector<4xi8>
// CHECK: vector.store %[[BYTES]], %[[Y]]{{.*}} {alignment = 4 : i64} : memref<256x256xi8>, vector<4xi8>
func.func @four(%x: memref<256x512xf32>, %y: memref<256x256xi8>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %b = arith.truncf %a : f32 to f4E2M1FN
      lowp_gpu.yield %b : f4E2M1FN
    } : (vector<128x128xf32>) -> vector<128x128xf4E2M1FN>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<128x128xf4E2M1FN> to memref<256x256xi8>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// 8 elements of 6 bits are 6 bytes, which begin at even ones. Down the columns they are
// those of 8 rows of a thread.
// CHECK-LABEL: func.func @six_down(
// CHECK-SAME: %{{.*}}: memref<256x512xf32>, %[[Y:.*]]: memref<512x192xi8>
// CHECK: arith.bitcast %{{.*}} : vector<8xf6E3M2FN> to vector<8xi6>
// CHECK: arith.extui %{{.*}} : i6 to i64
// CHECK-COUNT-3: vector.store %{{.*}}, %[[Y]]{{.*}} {alignment = 2 : i64} : memref<512x192xi8>, vector<2xi8>
func.func @six_down(%x: memref<256x512xf32>, %y: memref<512x192xi8>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %b = arith.truncf %a : f32 to f6E3M2FN
      lowp_gpu.yield %b : f6E3M2FN
    } : (vector<128x128xf32>) -> vector<128x128xf6E3M2FN>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d1, d0)> {aligned}
      : vector<128x128xf6E3M2FN> to memref<512x192xi8>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// Rows of 13 elements are 7 bytes: each byte is stored where it lies before the end of
// the row, and an element beyond it is 0.
// CHECK-LABEL: func.func @ragged(
// CHECK-SAME: %{{.*}}: memref<?x13xf32>, %[[Y:.*]]: memref<?x7xi8>
// CHECK: arith.select %{{.*}}, %{{.*}}, %c0_i32 : i32
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK-NOT: vector.store
func.func @ragged(%x: memref<?x13xf32>, %y: memref<?x7xi8>, %m: index, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c14 = arith.constant 14 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%m, %c13) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<?x13xf32> -> vector<64x16xf32>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %b = arith.truncf %a : f32 to f4E2M1FN
      lowp_gpu.yield %b : f4E2M1FN
    } : (vector<64x16xf32>) -> vector<64x16xf4E2M1FN>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%m, %c13) padded(%m, %c14) with 0.0 : f4E2M1FN
      map affine_map<(d0, d1) -> (d0, d1)> {aligned} : vector<64x16xf4E2M1FN> to memref<?x7xi8>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 1, vectors = 1 x 8, lanes = [16, 2], warps = [4, 1]>}
  return
}
