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
