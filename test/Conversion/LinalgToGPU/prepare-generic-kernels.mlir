// No call into libdevice is left, and reductions are shuffles.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(lowp-prepare-generic-kernels))" | FileCheck %s

// CHECK-NOT: math.
gpu.module @functions {
  // CHECK-LABEL: gpu.func @intrinsics
  // CHECK: llvm.call_intrinsic "llvm.sqrt"
  // CHECK: llvm.call_intrinsic "llvm.fabs"
  gpu.func @intrinsics(%x: memref<f32>, %a: f32) kernel {
    %0 = math.sqrt %a : f32
    %1 = math.absf %0 : f32
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // Computed in f32, whatever the type.
  // CHECK-LABEL: gpu.func @polynomials
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  gpu.func @polynomials(%x: memref<bf16>, %a: bf16) kernel {
    %0 = math.exp %a : bf16
    memref.store %0, %x[] : memref<bf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @reductions
  // CHECK-COUNT-5: gpu.shuffle xor
  gpu.func @reductions(%x: memref<f32>, %a: f32) kernel {
    %0 = gpu.subgroup_reduce maximumf %a uniform : (f32) -> f32
    memref.store %0, %x[] : memref<f32>
    gpu.return
  }
}

// A tile that is written in rows and, turned in shared memory, in columns: room for
// a second CTA. A tile written once has registers enough.
gpu.module @registers {
  // CHECK-LABEL: gpu.func @both
  // CHECK-SAME: nvvm.minctasm = 2 : i32
  gpu.func @both(%x: memref<4096xi8>, %y: memref<4096xi8>, %v: vector<16xi8>, %i: index)
      workgroup(%tile: memref<2048xvector<8xi8>, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    vector.store %v, %x[%i] : memref<4096xi8>, vector<16xi8>
    vector.store %v, %y[%i] : memref<4096xi8>, vector<16xi8>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @one
  // CHECK-NOT: nvvm.minctasm
  gpu.func @one(%x: memref<4096xi8>, %v: vector<16xi8>, %i: index)
      workgroup(%tile: memref<2048xvector<8xi8>, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    vector.store %v, %x[%i] : memref<4096xi8>, vector<16xi8>
    gpu.return
  }
}
