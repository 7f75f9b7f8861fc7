// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(lowp-gpu-prepare-launches{only=overlap-launches}))' | FileCheck %s
// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(lowp-gpu-prepare-launches{only=overlap-launches},lowp-gpu-prepare-launches{only=overlap-launches}))' | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @kernel(
  // CHECK-SAME: kernel attributes {lowp_gpu.overlaps_previous}
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: memref.load
  // CHECK-NOT: nvvm.griddepcontrol
  gpu.func @kernel(%x: memref<4xf32>, %y: memref<4xf32>, %i: index) kernel {
    %v = memref.load %x[%i] : memref<4xf32>
    memref.store %v, %y[%i] : memref<4xf32>
    gpu.return
  }
  // What a kernel calls is within its wait.
  // CHECK-LABEL: gpu.func @called(
  // CHECK-NOT: nvvm.griddepcontrol
  gpu.func @called(%x: memref<4xf32>) {
    gpu.return
  }
}
