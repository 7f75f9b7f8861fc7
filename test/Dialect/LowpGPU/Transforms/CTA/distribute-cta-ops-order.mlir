// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops),canonicalize)" \
// RUN:   | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// Two inputs of 8 vectors each would take half of a thread's registers. So a
// vector of the sum is computed as soon as its own have arrived, and those of two
// more are under way. The barrier of the reduction hides what the sum was
// computed from: after it each vector counts as new.
// CHECK-LABEL: func.func @two_inputs(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<256x512xbf16>, %[[Y:[a-z0-9]*]]: memref<256x512xbf16>
// CHECK: %[[X0:.*]] = vector.load %[[X]]
// CHECK: %[[Y0:.*]] = vector.load %[[Y]]
// CHECK: vector.load %[[X]]
// CHECK: vector.load %[[Y]]
// CHECK: vector.load %[[X]]
// CHECK: vector.load %[[Y]]
// CHECK-NOT: vector.load
// CHECK: %[[SUM0:.*]] = arith.addf %[[X0]], %[[Y0]] : vector<8xbf16>
// CHECK: vector.load %[[X]]
// CHECK: vector.load %[[Y]]
// CHECK-NOT: vector.load
// CHECK: arith.addf
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: %[[WORDS:.*]] = vector.bitcast %[[SUM0]] : vector<8xbf16> to vector<4xi32>
// CHECK: llvm.inline_asm has_side_effects "", "=r,0" {{.*}} : (i32) -> i32
// CHECK: arith.mulf %{{.*}}, %{{.*}} : vector<8xbf16>
// CHECK: vector.store
// CHECK-NOT: lowp_gpu
func.func @two_inputs(%x: memref<256x512xbf16>, %y: memref<256x512xbf16>, %z: memref<256x512xbf16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<128x128xbf16>
    %1 = lowp_gpu.cta_load %y[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<128x128xbf16>
    %2 = lowp_gpu.cta_map(%0, %1) {
    ^bb0(%a: bf16, %b: bf16):
      %c = arith.addf %a, %b : bf16
      lowp_gpu.yield %c : bf16
    } : (vector<128x128xbf16>, vector<128x128xbf16>) -> vector<128x128xbf16>
    %3 = lowp_gpu.cta_reduce <maximumf> %2 : vector<128x128xbf16> -> vector<128x1xbf16>
    %4 = lowp_gpu.cta_broadcast %3 : vector<128x1xbf16> -> vector<128x128xbf16>
    %5 = lowp_gpu.cta_map(%2, %4) {
    ^bb0(%a: bf16, %b: bf16):
      %c = arith.mulf %a, %b : bf16
      lowp_gpu.yield %c : bf16
    } : (vector<128x128xbf16>, vector<128x128xbf16>) -> vector<128x128xbf16>
    lowp_gpu.cta_store %5 to %z[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xbf16> to memref<256x512xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// Quotients branch, four at a time. What is loaded stays before the branches,
// and what is computed after them is computed there, not where it is read.
// CHECK-LABEL: func.func @quotients(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<256x512xbf16>
// CHECK-COUNT-8: vector.load %[[X]]
// CHECK-COUNT-32: llvm.inline_asm has_side_effects "", "=r,0"
// CHECK-NOT: llvm.inline_asm
// CHECK: scf.if %{{.*}} -> (vector<4xf32>)
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
// CHECK: scf.if %{{.*}} -> (vector<4xf32>)
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
// CHECK-COUNT-4: llvm.inline_asm has_side_effects "", "=r,0"
// CHECK: scf.if
func.func @quotients(%x: memref<256x512xbf16>, %y: memref<256xbf16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<128x128xbf16>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: bf16):
      %b = arith.extf %a : bf16 to f32
      %e = math.exp %b : f32
      %q = arith.divf %b, %e : f32
      %r = arith.truncf %q : f32 to bf16
      lowp_gpu.yield %r : bf16
    } : (vector<128x128xbf16>) -> vector<128x128xbf16>
    %2 = lowp_gpu.cta_reduce <maximumf> %1 : vector<128x128xbf16> -> vector<128x1xbf16>
    lowp_gpu.cta_store %2 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)> : vector<128x1xbf16> to memref<256xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// A magnitude takes an instruction. It is computed after the elements that it
// follows from, which stay in registers, and not beside each of them.
// CHECK-LABEL: func.func @magnitudes(
// CHECK-COUNT-16: arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
// CHECK-NOT: arith.truncf
// CHECK-COUNT-8: math.absf %{{.*}} : vector<8xbf16>
// CHECK-NOT: llvm.inline_asm
// CHECK: gpu.barrier
// CHECK: vector.store
func.func @magnitudes(%x: memref<256x512xbf16>, %y: memref<256xbf16>, %z: memref<256x512xbf16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<128x128xbf16>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: bf16):
      %b = arith.extf %a : bf16 to f32
      %n = arith.negf %b : f32
      %q = arith.divf %n, %b : f32
      %r = arith.truncf %q : f32 to bf16
      lowp_gpu.yield %r : bf16
    } : (vector<128x128xbf16>) -> vector<128x128xbf16>
    %2 = lowp_gpu.cta_map(%1) {
    ^bb0(%a: bf16):
      %c = math.absf %a : bf16
      lowp_gpu.yield %c : bf16
    } : (vector<128x128xbf16>) -> vector<128x128xbf16>
    %3 = lowp_gpu.cta_reduce <maximumf> %2 : vector<128x128xbf16> -> vector<128x1xbf16>
    lowp_gpu.cta_store %3 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)> : vector<128x1xbf16> to memref<256xbf16>
    lowp_gpu.cta_store %1 to %z[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xbf16> to memref<256x512xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// A quotient by what all elements share does not branch: what follows from numbers
// of the row alone stays in sight.
// CHECK-LABEL: func.func @shared_divisor(
// CHECK-NOT: llvm.inline_asm
// CHECK: arith.divf
// CHECK-NOT: llvm.inline_asm
// CHECK: return
func.func @shared_divisor(%x: memref<256x512xbf16>, %y: memref<256xbf16>, %d: f32, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<128x128xbf16>
    %1 = lowp_gpu.cta_map(%0, %d) {
    ^bb0(%a: bf16, %e: f32):
      %b = arith.extf %a : bf16 to f32
      %q = arith.divf %b, %e : f32
      %r = arith.truncf %q : f32 to bf16
      lowp_gpu.yield %r : bf16
    } : (vector<128x128xbf16>, f32) -> vector<128x128xbf16>
    %2 = lowp_gpu.cta_reduce <maximumf> %1 : vector<128x128xbf16> -> vector<128x1xbf16>
    lowp_gpu.cta_store %2 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)> : vector<128x1xbf16> to memref<256xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// What is kept is computed with what is read first, vector by vector, and goes to
// shared memory that the launch asks for; it is read back by its own thread.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<256x512xbf16>
// CHECK: gpu.launch
// CHECK-SAME: dynamic_shared_memory_size %c32768_i32
// CHECK: %[[ALL:.*]] = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
// CHECK: %[[BUFFER:.*]] = memref.view %[[ALL]][%c0][] : {{.*}} to memref<8x256x8xbf16, #gpu.address_space<workgroup>>
// CHECK-COUNT-8: vector.load %[[X]]
// CHECK: arith.addf
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: vector.store %[[P]], %[[BUFFER]][%c0, %[[THREAD:.*]], %c0] {alignment = 16 : i64}
// CHECK-COUNT-7: vector.store %{{.*}}, %[[BUFFER]][%c{{[1-7]}}, %[[THREAD]], %c0]
// CHECK: gpu.barrier
// CHECK: vector.load %[[BUFFER]][%c0, %[[THREAD]], %c0] {alignment = 16 : i64}
// CHECK-COUNT-7: vector.load %[[BUFFER]]
func.func @kept(%x: memref<256x512xbf16>, %y: memref<256xbf16>, %z: memref<256x512xbf16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<128x128xbf16>
    %1:2 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: bf16):
      %s = arith.addf %a, %a : bf16
      %p = arith.mulf %a, %a : bf16
      lowp_gpu.yield %s, %p : bf16, bf16
    } : (vector<128x128xbf16>) -> (vector<128x128xbf16>, vector<128x128xbf16>)
    %2 = lowp_gpu.cta_keep %1#1 : vector<128x128xbf16>
    %3 = lowp_gpu.cta_reduce <maximumf> %1#0 : vector<128x128xbf16> -> vector<128x1xbf16>
    lowp_gpu.cta_store %3 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)> : vector<128x1xbf16> to memref<256xbf16>
    lowp_gpu.cta_store %2 to %z[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xbf16> to memref<256x512xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// One input leaves room: all of its vectors are asked for at once.
// CHECK-LABEL: func.func @one_input(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<256x512xbf16>
// CHECK-COUNT-8: vector.load %[[X]]
// CHECK: math.absf
// CHECK-NOT: vector.load %[[X]]
// CHECK: return
func.func @one_input(%x: memref<256x512xbf16>, %y: memref<256xbf16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<128x128xbf16>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: bf16):
      %c = math.absf %a : bf16
      lowp_gpu.yield %c : bf16
    } : (vector<128x128xbf16>) -> vector<128x128xbf16>
    %2 = lowp_gpu.cta_reduce <maximumf> %1 : vector<128x128xbf16> -> vector<128x1xbf16>
    lowp_gpu.cta_store %2 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)> : vector<128x1xbf16> to memref<256xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}
