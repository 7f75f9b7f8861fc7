// RUN: lowp-opt %s --split-input-file \
// RUN:     --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops),canonicalize)" \
// RUN:   | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// The chip copies all 8 vectors of both inputs to shared memory, 64 KiB, while
// the thread computes with those that have arrived. It reads what it copied
// itself, so that no barrier is there.
// CHECK-LABEL: func.func @all(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<256x512xbf16>, %[[Y:[a-z0-9]*]]: memref<256x512xbf16>
// CHECK: %[[BYTES:.*]] = arith.constant 65536 : i32
// CHECK: gpu.launch {{.*}}dynamic_shared_memory_size %[[BYTES]]
// CHECK-DAG: %[[OF_X:.*]] = memref.view {{.*}} to memref<8x256x8xbf16, #gpu.address_space<workgroup>>
// CHECK-DAG: %[[OF_Y:.*]] = memref.view {{.*}} to memref<8x256x8xbf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_copy %[[X]]{{.*}}, 8 {bypassL1}
// CHECK: nvgpu.device_async_copy %[[Y]]
// CHECK: %[[FIRST:.*]] = nvgpu.device_async_create_group
// CHECK-COUNT-14: nvgpu.device_async_copy
// CHECK-NOT: nvgpu.device_async_copy
// CHECK: nvgpu.device_async_wait %[[FIRST]] {numGroups = 7 : i32}
// CHECK: %[[X0:.*]] = vector.load
// CHECK: %[[Y0:.*]] = vector.load
// CHECK: arith.addf %[[X0]], %[[Y0]] : vector<8xbf16>
// CHECK: nvgpu.device_async_wait %{{.*}} {numGroups = 0 : i32}
// CHECK-NOT: gpu.barrier
// CHECK-NOT: vector.load %[[X]]
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @all(%x: memref<256x512xbf16>, %y: memref<256x512xbf16>, %z: memref<256x512xbf16>, %i: index, %j: index) {
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
      lowp_gpu.cta_store %2 to %z[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xbf16> to memref<256x512xbf16>
      gpu.terminator
    } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
    return
  }

// Four rows of a thread are on their way in registers.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: device_async
// CHECK: vector.load
  func.func @few(%x: memref<256x512xbf16>, %y: memref<256x512xbf16>, %z: memref<256x512xbf16>, %i: index, %j: index) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c512 = arith.constant 512 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
      %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<64x128xbf16>
      %1 = lowp_gpu.cta_load %y[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xbf16> -> vector<64x128xbf16>
      %2 = lowp_gpu.cta_map(%0, %1) {
      ^bb0(%a: bf16, %b: bf16):
        %c = arith.addf %a, %b : bf16
        lowp_gpu.yield %c : bf16
      } : (vector<64x128xbf16>, vector<64x128xbf16>) -> vector<64x128xbf16>
      lowp_gpu.cta_store %2 to %z[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<64x128xbf16> to memref<256x512xbf16>
      gpu.terminator
    } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 4, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
    return
  }

// A vector is no one copy.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: device_async
// CHECK: vector.load
  func.func @wide(%x: memref<256x512xf32>, %y: memref<256x512xf32>, %z: memref<256x512xf32>, %i: index, %j: index) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c512 = arith.constant 512 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
      %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xf32> -> vector<128x128xf32>
      %1 = lowp_gpu.cta_load %y[][%i, %j] of(%c256, %c512) map #id {aligned} : memref<256x512xf32> -> vector<128x128xf32>
      %2 = lowp_gpu.cta_map(%0, %1) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        lowp_gpu.yield %c : f32
      } : (vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
      lowp_gpu.cta_store %2 to %z[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xf32> to memref<256x512xf32>
      gpu.terminator
    } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
    return
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Two CTAs have room for three vectors of each input. The others are loaded.
// CHECK-LABEL: func.func @some(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<256x512xbf16>
// CHECK-COUNT-6: nvgpu.device_async_copy
// CHECK-NOT: nvgpu.device_async_copy
// CHECK: nvgpu.device_async_wait %{{.*}} {numGroups = 2 : i32}
// CHECK: nvgpu.device_async_wait %{{.*}} {numGroups = 0 : i32}
// CHECK-COUNT-5: vector.load %[[X]]
// CHECK-NOT: vector.load %[[X]]
module attributes {lowp_gpu.chip = "sm_120a"} {
  func.func @some(%x: memref<256x512xbf16>, %y: memref<256x512xbf16>, %z: memref<256x512xbf16>, %i: index, %j: index) {
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
      lowp_gpu.cta_store %2 to %z[][%i, %j] of(%c256, %c512) map #id {aligned} : vector<128x128xbf16> to memref<256x512xbf16>
      gpu.terminator
    } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
    return
  }
}
