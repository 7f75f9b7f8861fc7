// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// A matrix of the output's shape that an epilogue reads travels after the last
// block of K through the operands' ring: panels of 128 bytes, here three that fit
// into a stage and one in the next. Ahead of the tile's operands the cache is asked
// for them. Host code encodes a map of it. A vector is read
// where it lies. The body's argument for the matrix is the last.

// CHECK-LABEL: func.func @residual(
// CHECK-SAME:  %[[R:[a-z0-9]*]]: memref<1024x512xbf16>, %[[BIAS:[a-z0-9]*]]: memref<512xbf16>, %{{[a-z0-9]*}}: memref<1024x512xbf16>)
// CHECK:         %[[MAP:.*]] = lowp_gpu.encode_tensor_map %[[R]] : memref<1024x512xbf16> -> !map_128x64_bf16
// CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0 {{.*}}, %[[MAP]], %[[BIAS]]) :

// The run time says how many rows of each M tile move.
// CHECK-LABEL: func.func @any_m(
// CHECK-SAME:  %[[R:[a-z0-9]*]]: memref<?x256xf16>, %{{[a-z0-9]*}}: memref<?x256xf16>)
// CHECK:         %[[TILE_M:.*]] = arith.minui
// CHECK:         lowp_gpu.encode_tensor_map %[[R]] tile_m %[[TILE_M]] : memref<?x256xf16> -> !map_64x64_f16

// CHECK-LABEL: lowp_gpu.kernel @gemm_0({{.*}}, %M: i32, %N: i32, %K: i32, %C: !map_128x64_bf16, %C_0: memref<512xbf16>)
// CHECK:         lowp_gpu.role "load"
// CHECK-NEXT:      lowp_gpu.for_each_tile
// CHECK-NEXT:        lowp_gpu.prefetch %C[%m, %n] : !map_128x64_bf16
// CHECK:             %[[N1:.*]] = arith.addi %n, %c64_i32{{.*}}
// CHECK-NEXT:        lowp_gpu.prefetch %C[%m, %[[N1]]]
// CHECK:             %[[N2:.*]] = arith.addi %n, %c128_i32{{.*}}
// CHECK-NEXT:        lowp_gpu.prefetch %C[%m, %[[N2]]]
// CHECK:             %[[N3:.*]] = arith.addi %n, %c192_i32{{.*}}
// CHECK-NEXT:        lowp_gpu.prefetch %C[%m, %[[N3]]]
// CHECK-NEXT:        lowp_gpu.for_each_k
// CHECK:           }
// CHECK:           %[[S0:.*]] = lowp_gpu.acquire %operands : {{.*}} as !stage_c0_c1_c2
// CHECK-NEXT:      lowp_gpu.load %C[%m, %n] to %[[S0]]["c0"]
// CHECK:           %[[N1:.*]] = arith.addi %n, %c64_i32{{.*}}
// CHECK-NEXT:      lowp_gpu.load %C[%m, %[[N1]]] to %[[S0]]["c1"]
// CHECK:           %[[N2:.*]] = arith.addi %n, %c128_i32{{.*}}
// CHECK-NEXT:      lowp_gpu.load %C[%m, %[[N2]]] to %[[S0]]["c2"]
// CHECK-NEXT:      lowp_gpu.commit %[[S0]]
// CHECK-NEXT:      %[[S1:.*]] = lowp_gpu.acquire %operands : {{.*}} as !stage_c0
// CHECK:           %[[N3:.*]] = arith.addi %n, %c192_i32{{.*}}
// CHECK-NEXT:      lowp_gpu.load %C[%m, %[[N3]]] to %[[S1]]["c0"]
// CHECK-NEXT:      lowp_gpu.commit %[[S1]]
// CHECK:         lowp_gpu.role "mma"
// CHECK:           lowp_gpu.for_each_k
// CHECK:           }
// CHECK-NEXT:      %[[S0:.*]] = lowp_gpu.wait %operands : {{.*}} as !stage_c0_c1_c2
// CHECK-NEXT:      %[[S1:.*]] = lowp_gpu.wait %operands : {{.*}} as !stage_c0
// CHECK:           lowp_gpu.epilogue %sum inputs %C_0 : memref<512xbf16> maps [#{{.*}}] at [%m, %n] m %M panels %c0, %c1, %c2, %{{.*}} : !tile_128x64_bf16, {{.*}} {
// CHECK-NEXT:      ^bb0(%x: f32, %[[BIAS:.*]]: bf16, %[[OLD:.*]]: bf16):
// CHECK-NEXT:        arith.extf %[[BIAS]]
// CHECK:             arith.mulf %{{.*}}, %[[OLD]] : bf16
// CHECK:           lowp_gpu.release %[[S0]] : !stage_c0_c1_c2
// CHECK-NEXT:      lowp_gpu.release %[[S1]] : !stage_c0
// CHECK-NEXT:      lowp_gpu.store_tile

// The first of two matrices comes so, in f32 with half as many columns in a panel.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1({{.*}}, %C: !map_128x32_f32, %C_0: memref<1024x128xbf16>)
// CHECK:         lowp_gpu.acquire %operands : {{.*}} as !stage_c0_c1
// CHECK:         lowp_gpu.acquire %operands : {{.*}} as !stage_c0_c1
// CHECK:         lowp_gpu.epilogue %sum inputs %C_0 : memref<1024x128xbf16> {{.*}} panels %{{.*}} : !tile_128x32_f32, !tile_128x32_f32, !tile_128x32_f32, !tile_128x32_f32 {
// CHECK-NEXT:    ^bb0(%x: f32, %[[BF16:.*]]: bf16, %[[F32:.*]]: f32):
// CHECK-NEXT:      %[[FIRST:.*]] = arith.addf %x, %[[F32]]
// CHECK-NEXT:      %[[WIDE:.*]] = arith.extf %[[BF16]]
// CHECK-NEXT:      arith.mulf %[[FIRST]], %[[WIDE]]

// CHECK-LABEL: lowp_gpu.kernel @gemm_2({{.*}}, %tile_m: i32, %C: !map_64x64_f16)
// CHECK:         lowp_gpu.prefetch %C[%m, %n] : !map_64x64_f16
// CHECK:         lowp_gpu.prefetch %C[%m, %[[N1:.*]]]
// CHECK-NEXT:    %[[BELOW:.*]] = arith.addi %m, %tile_m
// CHECK-NEXT:    lowp_gpu.prefetch %C[%[[BELOW]], %n]
// CHECK:         lowp_gpu.prefetch %C[%[[BELOW]], %{{.*}}]
// CHECK-NEXT:    lowp_gpu.for_each_k
// CHECK:         lowp_gpu.load %C[%m, %n] to %{{.*}}["c0"] tile_m %tile_m : !map_64x64_f16 to
// CHECK:         lowp_gpu.epilogue %sum panels %c0, %c1 : {{.*}} tile_m %tile_m {

// The matrix of the batch is a coordinate. One without batches is the same for
// all.
// CHECK-LABEL: lowp_gpu.kernel @gemm_3({{.*}}, %C: !map_1x128x64_bf16)
// CHECK:         lowp_gpu.role "load"
// CHECK:           %[[BATCH:.*]] = arith.divui %m, %batch_m
// CHECK:           %[[ROW:.*]] = arith.remui %m, %batch_m
// CHECK:           lowp_gpu.load %C[%[[BATCH]], %[[ROW]], %n] to %{{.*}}["c0"]
// CHECK-LABEL: lowp_gpu.kernel @gemm_4({{.*}}, %C: !map_128x64_bf16)
// CHECK:           %[[ROW:.*]] = arith.remui %m, %batch_m
// CHECK:           lowp_gpu.load %C[%[[ROW]], %n] to %{{.*}}["c0"]

// CTAs that split K load the columns that they store; those of the other warpgroup
// along N are as far away as its products' columns.
// CHECK-LABEL: lowp_gpu.kernel @gemm_5({{.*}}, %C: !map_64x16_bf16)
// CHECK:         lowp_gpu.role "load"
// CHECK:           lowp_gpu.for_each_k
// CHECK:           %[[PART:.*]] = lowp_gpu.split_rank
// CHECK:           %[[OFFSET:.*]] = arith.muli %[[PART]], %c16_i32{{.*}}
// CHECK:           %[[COLUMN:.*]] = arith.addi %n, %[[OFFSET]]
// CHECK:           %[[STAGE:.*]] = lowp_gpu.acquire %operands : {{.*}} as !stage_c0_c1
// CHECK-NEXT:      lowp_gpu.load %C[%m, %[[COLUMN]]] to %[[STAGE]]["c0"]
// CHECK:           %[[OTHER:.*]] = arith.addi %[[COLUMN]], %c64_i32{{.*}}
// CHECK-NEXT:      lowp_gpu.load %C[%m, %[[OTHER]]] to %[[STAGE]]["c1"]
// CHECK:         lowp_gpu.epilogue %share {{.*}}panels %c0, %c1 : !tile_64x16_bf16, !tile_64x16_bf16 group_stride 64 {

// Threads read what TMA cannot copy: rows at multiples of 8 bytes, columns that are
// no neighbours; and what would leave no stage for the next tile.
// CHECK-LABEL: lowp_gpu.kernel @gemm_6({{.*}}, %C: memref<1024x132xbf16>)
// CHECK-NOT:     as !stage_c0
// CHECK:         lowp_gpu.epilogue %sum inputs %C
// CHECK-LABEL: lowp_gpu.kernel @gemm_7({{.*}}, %C: memref<128x1024xbf16>)
// CHECK-NOT:     as !stage_c0
// CHECK:         lowp_gpu.epilogue %sum inputs %C
// CHECK-LABEL: lowp_gpu.kernel @gemm_8({{.*}}, %C: memref<1024x256xbf16>)
// CHECK-NOT:     as !stage_c0
// CHECK:         lowp_gpu.epilogue %sum inputs %C

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#matrix = affine_map<(m, n) -> (m, n)>

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @residual(%x: memref<1024x512xbf16>, %w: memref<512x512xbf16>, %r: memref<1024x512xbf16>, %b: memref<512xbf16>, %y: memref<1024x512xbf16>) {
    lowp.gemm lhs(%x : memref<1024x512xbf16>) rhs(%w : memref<512x512xbf16>) ins(%r, %b : memref<1024x512xbf16>, memref<512xbf16>) outs(%y : memref<1024x512xbf16>)
      {indexing_maps = [#mk, #nk, #mn], input_maps = [#matrix, affine_map<(m, n) -> (n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1, overlap_store>} epilogue {
    ^bb0(%sum: f32, %old: bf16, %bias: bf16):
      %0 = arith.extf %bias : bf16 to f32
      %1 = arith.addf %sum, %0 : f32
      %2 = arith.truncf %1 : f32 to bf16
      %3 = arith.mulf %2, %old : bf16
      lowp.epilogue_yield %3 : bf16
    }
    return
  }
  func.func @two(%x: memref<1024x512xbf16>, %w: memref<128x512xbf16>, %r: memref<1024x128xf32>, %g: memref<1024x128xbf16>, %y: memref<1024x128xf32>) {
    lowp.gemm lhs(%x : memref<1024x512xbf16>) rhs(%w : memref<128x512xbf16>) ins(%r, %g : memref<1024x128xf32>, memref<1024x128xbf16>) outs(%y : memref<1024x128xf32>)
      {indexing_maps = [#mk, #nk, #mn], input_maps = [#matrix, #matrix],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32, %r0: f32, %g0: bf16):
      %0 = arith.addf %sum, %r0 : f32
      %1 = arith.extf %g0 : bf16 to f32
      %2 = arith.mulf %0, %1 : f32
      lowp.epilogue_yield %2 : f32
    }
    return
  }
  func.func @any_m(%x: memref<?x512xf16>, %w: memref<256x512xf16>, %r: memref<?x256xf16>, %y: memref<?x256xf16>) {
    lowp.gemm lhs(%x : memref<?x512xf16>) rhs(%w : memref<256x512xf16>) ins(%r : memref<?x256xf16>) outs(%y : memref<?x256xf16>)
      {indexing_maps = [#mk, #nk, #mn], input_maps = [#matrix],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32, %old: f16):
      %0 = arith.truncf %sum : f32 to f16
      %1 = arith.addf %0, %old : f16
      lowp.epilogue_yield %1 : f16
    }
    return
  }
  func.func @batch(%x: memref<3x256x512xbf16>, %w: memref<3x128x512xbf16>, %r: memref<3x256x128xbf16>, %y: memref<3x256x128xbf16>) {
    lowp.gemm lhs(%x : memref<3x256x512xbf16>) rhs(%w : memref<3x128x512xbf16>) ins(%r : memref<3x256x128xbf16>) outs(%y : memref<3x256x128xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>], input_maps = [affine_map<(b, m, n) -> (b, m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32, %old: bf16):
      %0 = arith.truncf %sum : f32 to bf16
      %1 = arith.addf %0, %old : bf16
      lowp.epilogue_yield %1 : bf16
    }
    return
  }
  func.func @shared(%x: memref<3x256x512xbf16>, %w: memref<3x128x512xbf16>, %r: memref<256x128xbf16>, %y: memref<3x256x128xbf16>) {
    lowp.gemm lhs(%x : memref<3x256x512xbf16>) rhs(%w : memref<3x128x512xbf16>) ins(%r : memref<256x128xbf16>) outs(%y : memref<3x256x128xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>], input_maps = [affine_map<(b, m, n) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32, %old: bf16):
      %0 = arith.truncf %sum : f32 to bf16
      %1 = arith.addf %0, %old : bf16
      lowp.epilogue_yield %1 : bf16
    }
    return
  }
  func.func @split(%x: memref<64x1024xf8E4M3FN>, %xs: memref<8x64xf32>, %w: memref<256x1024xf8E4M3FN>, %ws: memref<2x8xf32>, %r: memref<64x256xbf16>, %y: memref<64x256xbf16>) {
    lowp.gemm lhs(%x, %xs : memref<64x1024xf8E4M3FN>, memref<8x64xf32>) rhs(%w, %ws : memref<256x1024xf8E4M3FN>, memref<2x8xf32>)
      ins(%r : memref<64x256xbf16>) outs(%y : memref<64x256xbf16>)
      {lhs_type = !lowp.scaled<64x1024xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<256x1024xf8E4M3FN, #lowp.block<128x128>>,
       input_maps = [#matrix],
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4, warpgroups = [1, 2]>} epilogue {
    ^bb0(%sum: f32, %old: bf16):
      %0 = arith.extf %old : bf16 to f32
      %1 = arith.addf %sum, %0 : f32
      %2 = arith.truncf %1 : f32 to bf16
      lowp.epilogue_yield %2 : bf16
    }
    return
  }
  func.func @rows(%x: memref<1024x512xbf16>, %w: memref<132x512xbf16>, %r: memref<1024x132xbf16>, %y: memref<1024x132xf32>) {
    lowp.gemm lhs(%x : memref<1024x512xbf16>) rhs(%w : memref<132x512xbf16>) ins(%r : memref<1024x132xbf16>) outs(%y : memref<1024x132xf32>)
      {indexing_maps = [#mk, #nk, #mn], input_maps = [affine_map<(m, n) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32, %old: bf16):
      %0 = arith.extf %old : bf16 to f32
      %1 = arith.addf %sum, %0 : f32
      lowp.epilogue_yield %1 : f32
    }
    return
  }
  func.func @turned(%x: memref<1024x512xbf16>, %w: memref<128x512xbf16>, %r: memref<128x1024xbf16>, %y: memref<1024x128xf32>) {
    lowp.gemm lhs(%x : memref<1024x512xbf16>) rhs(%w : memref<128x512xbf16>) ins(%r : memref<128x1024xbf16>) outs(%y : memref<1024x128xf32>)
      {indexing_maps = [#mk, #nk, #mn], input_maps = [affine_map<(m, n) -> (n, m)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32, %old: bf16):
      %0 = arith.extf %old : bf16 to f32
      %1 = arith.addf %sum, %0 : f32
      lowp.epilogue_yield %1 : f32
    }
    return
  }
  func.func @full(%x: memref<1024x512xbf16>, %w: memref<256x512xbf16>, %r: memref<1024x256xbf16>, %y: memref<1024x256xf32>) {
    lowp.gemm lhs(%x : memref<1024x512xbf16>) rhs(%w : memref<256x512xbf16>) ins(%r : memref<1024x256xbf16>) outs(%y : memref<1024x256xf32>)
      {indexing_maps = [#mk, #nk, #mn], input_maps = [affine_map<(m, n) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 2, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32, %old: bf16):
      %0 = arith.extf %old : bf16 to f32
      %1 = arith.addf %sum, %0 : f32
      lowp.epilogue_yield %1 : f32
    }
    return
  }
}
