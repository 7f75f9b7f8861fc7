// A persistent kernel gets a cluster per tile, at most as many as the device
// holds, and its block, cluster and shared memory from the kernel table.
// RUN: lowp-opt %s --lowp-host-launch | FileCheck %s

!map = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>

gpu.binary @w1 [#gpu.object<#nvvm.target<chip = "sm_90a">,
  kernels = <[#gpu.kernel_metadata<"w1", !llvm.func<void (ptr, ptr, i32)>,
    metadata = {block = array<i32: 384, 1, 1>, cluster = array<i32: 2, 1, 1>, shared_bytes = 230000 : i32}>]>,
  bin = "binary">]

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[TILES:.*]]: i32)
// CHECK:         %[[MAP:.*]] = llvm.alloca %{{.*}} x !llvm.array<128 x i8> {alignment = 64 : i64}
// CHECK:         llvm.call @lowpEncodeTensorMap(%[[CALL]], %[[MAP]], %{{.*}})
// CHECK-DAG:     llvm.mlir.constant(384 : i32)
// CHECK-DAG:     llvm.mlir.constant(230000 : i32)
// CHECK:         %[[SMS:.*]] = llvm.call @lowpMultiprocessorCount(%[[CALL]])
// CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK:         %[[FIT:.*]] = arith.divui %[[SMS]], %[[TWO]]
// CHECK:         %[[SOME:.*]] = arith.maxui %[[FIT]], %{{.*}}
// CHECK:         %[[CLUSTERS:.*]] = arith.minui %[[SOME]], %[[TILES]]
// CHECK:         %[[BLOCKS:.*]] = arith.muli %[[CLUSTERS]], %[[TWO]]
// The map is passed by value, the buffer as its address.
// CHECK:         %[[PARAMETER:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !map
// CHECK:         memref.extract_aligned_pointer_as_index
// CHECK:         llvm.store %[[PARAMETER]], %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK:         llvm.call @lowpLaunchPersistentKernel
func.func @f(%a: memref<?x512xf8E4M3FN>, %s: memref<?x4xf32>, %tiles: i32) {
  %map = lowp_gpu.encode_tensor_map %a : memref<?x512xf8E4M3FN> -> !map
  lowp_gpu.launch @w1::@w1 tiles(%tiles) args(%map, %s, %tiles) : !map, memref<?x4xf32>, i32
  return
}
