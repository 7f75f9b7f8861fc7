// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops),canonicalize)" \
// RUN:   | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// A divisor of at least 1 may be as large as infinity, where x is -100 say. Such ones
// are divided by times 2^-64, before others are in full. A warp votes for one way.
// CHECK-LABEL: func.func @sigmoid(
// CHECK-DAG: %[[DOWN:.*]] = arith.constant dense<5.42101086E-20> : vector<4xf32>
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant dense<1.84467441E+19> : vector<4xf32>
// CHECK: %[[D:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: %[[ALL:.*]] = llvm.inline_asm "vote.sync.all.pred $0, $1, -1;", "=b,b" %{{.*}} : (i1) -> i1
// CHECK: scf.if %[[ALL]] -> (vector<4xf32>) {
// CHECK-COUNT-4: nvvm.rcp.approx.ftz.f
// CHECK: } else {
// CHECK: %[[MUL:.*]] = arith.mulf %[[D]], %[[DOWN]]
// CHECK: %[[SCALED:.*]] = arith.minimumf %[[MUL]], %[[LIMIT]]
// CHECK-COUNT-4: nvvm.rcp.approx.ftz.f
// CHECK: %[[FINITE:.*]] = arith.cmpf olt, %[[SCALED]], %[[LIMIT]]
// CHECK: %[[BACK:.*]] = arith.select %[[FINITE]], %[[DOWN]], %{{.*}}
// CHECK: %[[Q:.*]] = arith.mulf %{{.*}}, %[[BACK]]
// CHECK: scf.if %{{.*}} -> (vector<4xf32>) {
// CHECK-NEXT: scf.yield %[[Q]]
// CHECK: } else {
// CHECK-COUNT-4: llvm.inline_asm "", "=r,0"
// CHECK: arith.divf %{{.*}}, %{{.*}} : vector<4xf32>
func.func @sigmoid(%x: memref<256x512xf32>, %y: memref<256x512xf32>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %one = arith.constant 1.0 : f32
      %e = math.exp %a : f32
      %d = arith.addf %e, %one : f32
      %q = arith.divf %a, %d : f32
      lowp_gpu.yield %q : f32
    } : (vector<128x128xf32>) -> vector<128x128xf32>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xf32> to memref<256x512xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// For a half it is not known: times 2^-64 the smallest would be no normal numbers.
// CHECK-LABEL: func.func @half(
// CHECK-NOT: vote
// CHECK: scf.if %{{.*}} -> (vector<4xf32>) {
// CHECK: } else {
// CHECK-NEXT: arith.divf %{{.*}}, %{{.*}} : vector<4xf32>
func.func @half(%x: memref<256x512xf32>, %y: memref<256x512xf32>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %one = arith.constant 0.5 : f32
      %e = math.exp %a : f32
      %d = arith.addf %e, %one : f32
      %q = arith.divf %a, %d : f32
      lowp_gpu.yield %q : f32
    } : (vector<128x128xf32>) -> vector<128x128xf32>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xf32> to memref<256x512xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}
