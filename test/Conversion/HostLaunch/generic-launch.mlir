// A generic kernel gets its buffers as descriptors, field by field.
// RUN: lowp-opt %s --lowp-host-launch | FileCheck %s

module attributes {gpu.container_module} {
  gpu.binary @f_generic [#gpu.object<#nvvm.target<chip = "sm_90a">,
    kernels = <[#gpu.kernel_metadata<"f_fill_0", !llvm.func<void (ptr, ptr, i64, i64, i64, f32)>, metadata = {overlaps_previous}>]>,
    assembly = ".version 8.8">]

  // PTX comes with its terminating NUL, which counts.
  // CHECK-DAG: llvm.mlir.global internal constant @f_generic_data(".version 8.8\00") {addr_space = 0 : i32, alignment = 64 : i64}
  // CHECK-DAG: @[[KERNEL:.*]]("f_fill_0\00")
  // CHECK:     llvm.mlir.global internal constant @f_generic_image() {{.*}} : !llvm.struct<(ptr, i64, ptr)>
  // CHECK-DAG:   llvm.mlir.addressof @f_generic_data
  // CHECK-DAG:   llvm.mlir.constant(13 : i64)

  // CHECK-LABEL: func.func @f(
  // CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[N:.*]]: index, %[[V:.*]]: f32)
  // Stack space is reserved at the entry, even for launches in loops.
  // CHECK-DAG:     %[[PARAMS:.*]] = llvm.alloca %{{.*}} x !llvm.array<6 x ptr>
  // CHECK-DAG:     %[[LAUNCH:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(array<3 x i32>, array<3 x i32>, array<3 x i32>, i32, i32)>
  // CHECK:         scf.for
  // CHECK-NOT:       llvm.alloca
  // CHECK:           %[[GRID:.*]] = arith.index_cast %[[N]] : index to i32
  // CHECK:           llvm.store %[[V]], %[[SLOT:.*]] : f32, !llvm.ptr
  // CHECK:           %[[X:.*]] = llvm.getelementptr %[[LAUNCH]][0, 0, 0]
  // CHECK:           llvm.store %[[GRID]], %[[X]]
  // It waits for its predecessor itself, and says so.
  // CHECK:           %[[OVERLAPS:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK:           %[[FLAG:.*]] = llvm.getelementptr %[[LAUNCH]][0, 4]
  // CHECK:           llvm.store %[[OVERLAPS]], %[[FLAG]]
  // CHECK:           %[[LAST:.*]] = llvm.getelementptr %[[PARAMS]][0, 5]
  // CHECK:           llvm.store %[[SLOT]], %[[LAST]]
  // CHECK:           %[[IMAGE:.*]] = llvm.mlir.addressof @f_generic_image
  // CHECK:           %[[NAME:.*]] = llvm.mlir.addressof @[[KERNEL]]
  // CHECK:           llvm.call @lowpLaunchKernel(%[[CALL]], %[[IMAGE]], %[[NAME]], %[[LAUNCH]], %[[PARAMS]])
  func.func @f(%x: memref<?xf32>, %n: index, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @f_generic::@f_fill_0 blocks in (%n, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%x : memref<?xf32>, %v : f32)
    }
    return
  }
}
// CHECK-NOT: gpu.binary
