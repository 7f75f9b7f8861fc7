// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic | lowp-opt | FileCheck %s

!map = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>

// CHECK-LABEL: func.func @f
// CHECK-SAME:      (%[[A:.*]]: memref<?x7168xf8E4M3FN>, %[[S:.*]]: memref<56x?xf32>, %[[TILES:.*]]: i32)
// CHECK-NEXT:    %[[MAP:.*]] = lowp_gpu.encode_tensor_map %[[A]] : memref<?x7168xf8E4M3FN> -> !map_128x128_f8E4M3FN
// CHECK-NEXT:    lowp_gpu.launch @kernels::@gemm tiles(%[[TILES]]) args(%[[MAP]], %[[S]], %[[TILES]]) : !map_128x128_f8E4M3FN, memref<56x?xf32>, i32
func.func @f(%a: memref<?x7168xf8E4M3FN>, %s: memref<56x?xf32>, %tiles: i32) {
  %map = lowp_gpu.encode_tensor_map %a : memref<?x7168xf8E4M3FN> -> !map
  lowp_gpu.launch @kernels::@gemm tiles(%tiles) args(%map, %s, %tiles) : !map, memref<56x?xf32>, i32
  return
}

gpu.module @kernels {
  lowp_gpu.kernel @gemm(%A: !map, %SA: memref<56x?xf32>, %M: i32) chip "sm_90a"
      config <tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  }
}

// A batch of matrices: the box covers the trailing dimensions.
// CHECK-LABEL: func.func @batched
func.func @batched(%a: memref<4x256x7168xf8E4M3FN>) {
  // CHECK: lowp_gpu.encode_tensor_map %{{.*}} : memref<4x256x7168xf8E4M3FN> -> !map_128x128_f8E4M3FN
  %map = lowp_gpu.encode_tensor_map %a : memref<4x256x7168xf8E4M3FN> -> !map
  return
}

// Copies of fewer rows than the box has.
// CHECK-LABEL: func.func @lower
// CHECK-SAME:      (%[[A:.*]]: memref<?x7168xf8E4M3FN>, %[[TILE_M:.*]]: i32)
// CHECK-NEXT:    lowp_gpu.encode_tensor_map %[[A]] tile_m %[[TILE_M]] : memref<?x7168xf8E4M3FN> -> !map_128x128_f8E4M3FN
func.func @lower(%a: memref<?x7168xf8E4M3FN>, %tile_m: i32) {
  %map = lowp_gpu.encode_tensor_map %a tile_m %tile_m : memref<?x7168xf8E4M3FN> -> !map
  return
}
