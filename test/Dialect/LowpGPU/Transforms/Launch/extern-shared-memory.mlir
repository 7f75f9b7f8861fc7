// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(lowp-gpu-prepare-launches{only=extern-shared-memory}))" | FileCheck %s

// Arrays of other sizes, and those of other memory, stay as they are.
gpu.module @kernels {
  // CHECK: llvm.mlir.global external @launch() {addr_space = 3 : i32, alignment = 16 : i64{{.*}}} : !llvm.array<0 x i8>
  llvm.mlir.global internal @launch() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK: llvm.mlir.global internal @known()
  llvm.mlir.global internal @known() {addr_space = 3 : i32} : !llvm.array<16 x i8>
  // CHECK: llvm.mlir.global internal @constant()
  llvm.mlir.global internal @constant() {addr_space = 4 : i32} : !llvm.array<0 x i8>
}
