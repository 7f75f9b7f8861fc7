// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Without scales a kernel has neither arguments nor stages for them, and adds up
// in place. A stage holds panels of 64 rows of an MN-major operand.

// CHECK-LABEL: func.func @tn(
// CHECK-SAME: %[[X:.*]]: memref<256x512xbf16>, %[[W:.*]]: memref<256x384xbf16>, %[[Y:.*]]: memref<512x384xbf16>
// CHECK: %[[A:.*]] = lowp_gpu.encode_tensor_map %[[X]] : memref<256x512xbf16> -> !map_64x64_bf16
// CHECK: %[[B:.*]] = lowp_gpu.encode_tensor_map %[[W]] : memref<256x384xbf16> -> !map_64x64_bf16
// CHECK: lowp_gpu.launch @lowp_gemms::@gemm_0 tiles(%{{.*}}) args(%[[A]], %[[B]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : !map_64x64_bf16, !map_64x64_bf16, !map_64x64_bf16, i32, i32, i32

// A batch is walked as matrices one below the other, each in whole tiles.
// CHECK-LABEL: func.func @batch(
// CHECK: %[[TILE_M:.*]] = arith.minui
// CHECK: %[[ROWS:.*]] = arith.muli %[[TILE_M]], %c2_i32
// CHECK: %[[BATCH_M:.*]] = arith.muli %{{.*}}, %[[ROWS]] : i32
// CHECK: cf.assert %{{.*}}, "gemm: expected at most 2147483647 rows in all matrices of a batch; divide it"
// CHECK: %[[M:.*]] = arith.muli %[[COUNT:.*]], %[[BATCH_M]] : i32
// CHECK: encode_tensor_map %{{.*}} tile_m %[[TILE_M]] : memref<?x200x64xf16> -> !map_1x64x64_f16
// CHECK: encode_tensor_map %{{.*}} : memref<64x128xf16> -> !map_64x64_f16
// CHECK: encode_tensor_map %{{.*}} tile_m %[[TILE_M]] : memref<?x200x128xf32> -> !map_1x64x32_f32
// CHECK: lowp_gpu.launch {{.*}} args(%{{.*}}, %{{.*}}, %{{.*}}, %[[M]], %{{.*}}, %{{.*}}, %[[TILE_M]], %[[BATCH_M]])

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_64x64_bf16, %B: !map_64x64_bf16, %D: !map_64x64_bf16, %M: i32, %N: i32, %K: i32)
// CHECK: %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b
// CHECK: lowp_gpu.role "load"
// CHECK: lowp_gpu.load %A[%[[K:.*]], %m] to %stage["a"]
// CHECK: lowp_gpu.load %B[%[[K]], %n] to %stage["b"]
// CHECK: lowp_gpu.role "mma"
// CHECK: %a = lowp_gpu.view %stage["a"] : !stage_a_b -> !tile_2x64x64_bf16
// CHECK: %b = lowp_gpu.view %stage["b"] : !stage_a_b -> !tile_3x64x64_bf16
// CHECK: lowp_gpu.mma %a, %b into %{{.*}} : {{.*}} into !accumulator_128x192
// CHECK-NOT: promote
// CHECK: lowp_gpu.store_tile %{{.*}} to %D[%m, %n] stages 1

// CHECK-LABEL: lowp_gpu.kernel @gemm_1(%A: !map_1x64x64_f16, %B: !map_64x64_f16, %D: !map_1x64x32_f32, %M: i32, %N: i32, %K: i32, %tile_m: i32, %batch_m: i32)
// CHECK: lowp_gpu.role "load"
// CHECK: %[[BATCH:.*]] = arith.divui %m, %batch_m : i32
// CHECK: %[[ROW:.*]] = arith.remui %m, %batch_m : i32
// CHECK: lowp_gpu.load %A[%[[BATCH]], %[[ROW]], %{{.*}}] to %stage["a"] tile_m %tile_m
// CHECK: lowp_gpu.load %B[%{{.*}}, %n] to %stage["b"]
// CHECK: lowp_gpu.role "mma"
// CHECK: %[[BATCH:.*]] = arith.divui %m, %batch_m : i32
// CHECK: %[[ROW:.*]] = arith.remui %m, %batch_m : i32
// CHECK: lowp_gpu.store_tile %output to %D[%[[ROW]], %n] batch %[[BATCH]] tile_m %tile_m stages 1

// The batch has two dimensions in lhs and output, one of which the rhs shares.
// CHECK-LABEL: lowp_gpu.kernel @gemm_2(%A: !map_1x64x1x64_bf16, %B: !map_1x128x64_bf16, %D: !map_1x64x1x64_bf16, %M: i32, %N: i32, %K: i32, %tile_m: i32, %batch_m: i32)
// CHECK: lowp_gpu.role "load"
// CHECK: %[[BATCH:.*]] = arith.divui %m, %batch_m : i32
// CHECK: %[[ROW:.*]] = arith.remui %m, %batch_m : i32
// CHECK: %[[OUTER:.*]] = arith.divui %[[BATCH]], %c4_i32
// CHECK: %[[INNER:.*]] = arith.remui %[[BATCH]], %c4_i32
// CHECK: lowp_gpu.load %A[%[[OUTER]], %[[ROW]], %[[INNER]], %{{.*}}] to %stage["a"] tile_m %tile_m
// CHECK: %[[SHARED:.*]] = arith.remui %[[BATCH]], %c4_i32
// CHECK: lowp_gpu.load %B[%[[SHARED]], %n, %{{.*}}] to %stage["b"]
// CHECK: lowp_gpu.role "mma"
// CHECK: lowp_gpu.store_tile %{{.*}} to %D[%{{.*}}, %n] batch %{{.*}}, %{{.*}} tile_m %tile_m stages 1

// K has two dimensions in the rhs, of which the first counts its parts three times.
// CHECK-LABEL: lowp_gpu.kernel @gemm_3(%A: !map_64x64_bf16, %B: !map_64x1x64_bf16,
// CHECK: lowp_gpu.role "load"
// CHECK: %[[K:.*]] = arith.muli %k, %c64_i32
// CHECK: lowp_gpu.load %A[%[[K]], %m] to %stage["a"]
// CHECK: %[[INNER:.*]] = arith.remui %[[K]], %c128_i32
// CHECK: %[[PART:.*]] = arith.divui %[[K]], %c128_i32
// CHECK: %[[OUTER:.*]] = arith.remui %[[PART]], %c2_i32
// CHECK: lowp_gpu.load %B[%[[INNER]], %[[OUTER]], %n] to %stage["b"]

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @tn(%x: memref<256x512xbf16>, %w: memref<256x384xbf16>, %y: memref<512x384xbf16>) {
    lowp.gemm lhs(%x : memref<256x512xbf16>) rhs(%w : memref<256x384xbf16>) outs(%y : memref<512x384xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
  func.func @batch(%x: memref<?x200x64xf16>, %w: memref<64x128xf16>, %y: memref<?x200x128xf32>) {
    lowp.gemm lhs(%x : memref<?x200x64xf16>) rhs(%w : memref<64x128xf16>) outs(%y : memref<?x200x128xf32>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
  func.func @digits(%x: memref<3x200x4x64xbf16>, %w: memref<4x128x64xbf16>, %y: memref<3x200x4x128xbf16>) {
    lowp.gemm lhs(%x : memref<3x200x4x64xbf16>) rhs(%w : memref<4x128x64xbf16>) outs(%y : memref<3x200x4x128xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b floordiv 4, m, b mod 4, k)>, affine_map<(b, m, n, k) -> (b mod 4, n, k)>,
                        affine_map<(b, m, n, k) -> (b floordiv 4, m, b mod 4, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
  func.func @parts(%x: memref<768x64xbf16>, %w: memref<128x2x128xbf16>, %y: memref<64x128xbf16>) {
    lowp.gemm lhs(%x : memref<768x64xbf16>) rhs(%w : memref<128x2x128xbf16>) outs(%y : memref<64x128xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k mod 128, (k floordiv 128) mod 2, n)>,
                        affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
}
