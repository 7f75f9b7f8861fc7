// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops),canonicalize)" \
// RUN:   | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// The amax of the second matrix, after a barrier that all reads of the first
// amax come before, lies where that one lay; the factors, which are read after
// the last barrier, lie elsewhere.
// CHECK-LABEL: func.func @stages(
// CHECK:       gpu.launch
// CHECK-SAME:  workgroup(%[[AMAX:[^ ]*]] : memref<1x128xf32, #gpu.address_space<workgroup>>, %[[FACTOR:[^ ]*]] : memref<128xf32, #gpu.address_space<workgroup>>)
// CHECK:       memref.store %{{.*}}, %[[AMAX]]
// CHECK:       gpu.barrier
// CHECK:       memref.load %[[AMAX]]
// CHECK:       memref.store %{{.*}}, %[[FACTOR]]
// CHECK:       gpu.barrier
// CHECK:       memref.load %[[FACTOR]]
// CHECK:       gpu.barrier
// CHECK:       memref.store %{{.*}}, %[[AMAX]]
// CHECK:       gpu.barrier
// CHECK:       memref.load %[[AMAX]]
// CHECK:       memref.store %{{.*}}, %[[FACTOR]]
// CHECK:       gpu.barrier
// CHECK:       memref.load %[[FACTOR]]
// CHECK-NOT:   lowp_gpu
func.func @stages(%x: memref<256x512xf32>, %y: memref<256x512xf32>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_reduce <maximumf> %0 : vector<128x128xf32> -> vector<128x1xf32>
    %2 = lowp_gpu.cta_broadcast %1 : vector<128x1xf32> -> vector<128x128xf32>
    %3 = lowp_gpu.cta_map(%0, %2) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      lowp_gpu.yield %c : f32
    } : (vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
    lowp_gpu.cta_store %3 to %y[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xf32> to memref<256x512xf32>
    gpu.barrier
    %4 = lowp_gpu.cta_load %y[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xf32> -> vector<128x128xf32>
    %5 = lowp_gpu.cta_reduce <maximumf> %4 : vector<128x128xf32> -> vector<128x1xf32>
    %6 = lowp_gpu.cta_broadcast %5 : vector<128x1xf32> -> vector<128x128xf32>
    %7 = lowp_gpu.cta_map(%4, %6) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      lowp_gpu.yield %c : f32
    } : (vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
    lowp_gpu.cta_store %7 to %x[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xf32> to memref<256x512xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}
