// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-to-nvvm))" | FileCheck %s

// Copies of a thread are lowered with all else of a kernel.
gpu.module @kernels {
  // CHECK-LABEL: llvm.func @copy(
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: nvvm.cp.async.commit.group
  // CHECK: nvvm.cp.async.wait.group 1
  // CHECK-NOT: nvgpu
  gpu.func @copy(%from: memref<4x8xbf16>, %to: memref<4x8xbf16, #gpu.address_space<workgroup>>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %copy = nvgpu.device_async_copy %from[%i, %c0], %to[%i, %c0], 8 {bypassL1}
        : memref<4x8xbf16> to memref<4x8xbf16, #gpu.address_space<workgroup>>
    %group = nvgpu.device_async_create_group %copy
    nvgpu.device_async_wait %group {numGroups = 1 : i32}
    gpu.return
  }
}
