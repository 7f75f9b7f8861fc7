// REQUIRES: ptxas
// RUN: lowp-opt %s --lowp-serialize=format=bin | FileCheck %s
// RUN: lowp-opt %s --lowp-serialize=format=auto | FileCheck %s

// With machine code the kernel table also has what ptxas measured.

// CHECK: #gpu.kernel_metadata<"fill"
// CHECK-SAME: registers = {{[0-9]+}} : i32
// CHECK-SAME: spill_loads = 0 : i32
// CHECK-SAME: spill_stores = 0 : i32
// CHECK-SAME: static_shared_bytes = 16 : i32
// CHECK-SAME: bin = "\7FELF

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.mlir.global internal @buffer() {addr_space = 3 : i32, alignment = 16 : i64}
      : !llvm.array<16 x i8>
    llvm.func @fill(%out: !llvm.ptr<1>, %value: f32) attributes {nvvm.kernel} {
      %buffer = llvm.mlir.addressof @buffer : !llvm.ptr<3>
      llvm.store volatile %value, %buffer : f32, !llvm.ptr<3>
      %read = llvm.load volatile %buffer : !llvm.ptr<3> -> f32
      llvm.store %read, %out : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
