// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm | FileCheck %s

!map = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
gpu.module @kernels {
  // Kernels share one symbol for dynamic shared memory, aligned for swizzled
  // tiles.
  // CHECK:       llvm.mlir.global external @lowp_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  // CHECK-NOT:   llvm.mlir.global

  // Maps are parameters by value, where TMA reads them; buffers are
  // addresses in global memory. Threads, clusters and the one CTA per
  // multiprocessor fix the registers at entry.
  // CHECK-LABEL: llvm.func @arguments(
  // CHECK-SAME:      %{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
  // CHECK-SAME:      %{{.*}}: !llvm.ptr<1>, %{{.*}}: i32)
  // CHECK-SAME:      lowp_gpu.gemm
  // CHECK-SAME:      lowp_gpu.shared_bytes = 2048 : i32
  // CHECK-SAME:      nvvm.cluster_dim = array<i32: 4, 1, 1>
  // CHECK-SAME:      nvvm.kernel
  // CHECK-SAME:      nvvm.maxntid = array<i32: 384>
  // CHECK-SAME:      nvvm.minctasm = 1 : i32
  // CHECK:         llvm.return
  lowp_gpu.kernel @arguments(%A: !map, %SB: memref<?x56xf32>, %M: i32) chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [4, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 2048 : i64, warps = 12 : i64} {
  }

  // CHECK-LABEL: llvm.func @second()
  lowp_gpu.kernel @second() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
  }
}
