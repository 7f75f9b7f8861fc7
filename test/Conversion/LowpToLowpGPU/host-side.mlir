// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu -split-input-file | FileCheck %s

// Sizes known at compile time were checked there; those known at run time are
// checked by the host code. Vectors are addressed as one dimension.

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @dynamic(
  // CHECK-SAME:      %[[A:.*]]: memref<?x?xf8E4M3FN>, %[[SA:.*]]: memref<?x1xf32>, %[[D:.*]]: memref<?x?xbf16>)
  // CHECK:         %[[ROWS:.*]] = memref.dim %[[D]], %c0
  // CHECK:         arith.cmpi ule, %[[ROWS]], %c2147483647
  // CHECK-NEXT:    cf.assert %{{.*}}, "gemm: expected M of at most 2147483647; divide the matmul"
  // CHECK-NEXT:    %[[M:.*]] = arith.index_cast %[[ROWS]]
  // CHECK:         memref.dim %[[D]], %c1
  // CHECK:         cf.assert %{{.*}}, "gemm: expected N of at most 2147483647; divide the matmul"
  // CHECK-NEXT:    %[[N:.*]] = arith.index_cast
  // CHECK:         memref.dim %[[A]], %c1
  // CHECK:         cf.assert %{{.*}}, "gemm: expected K of at most 2147483647; divide the matmul"
  // CHECK-NEXT:    %[[K:.*]] = arith.index_cast
  // CHECK:         arith.remui %[[N]], %c8_i32
  // CHECK:         cf.assert %{{.*}}, "gemm: expected N to be a multiple of 8; pad it"
  // CHECK:         arith.remui %[[K]], %c16_i32
  // CHECK:         cf.assert %{{.*}}, "gemm: expected K to be a multiple of 16; pad it"
  // CHECK:         arith.cmpi sle, %[[K]]
  // CHECK:         cf.assert %{{.*}}, "gemm: expected K of at most 2147483647; compile with a static K"

  // Tiles share M evenly in multiples of 4 rows, whose scales are 16 bytes: ceil(M / tiles) for each of two
  // warpgroups. In a cluster also the tile beyond M begins at a multiple.
  // CHECK:         arith.maxui %[[M]], %c1_i32
  // CHECK:         %[[TILE_M:.*]] = arith.muli %{{.*}}, %c4_i32
  // CHECK-NEXT:    %[[MAP_A:.*]] = lowp_gpu.encode_tensor_map %[[A]] tile_m %[[TILE_M]] : memref<?x?xf8E4M3FN> -> !map_64x128_f8E4M3FN
  // CHECK:         %[[MAP_B:.*]] = lowp_gpu.encode_tensor_map %[[A]]
  // CHECK:         %[[MAP_D:.*]] = lowp_gpu.encode_tensor_map %[[D]] tile_m %[[TILE_M]] : memref<?x?xbf16> -> !map_64x64_bf16
  // CHECK:         %[[VECTOR:.*]] = memref.collapse_shape %[[SA]] {{\[}}[0, 1]] : memref<?x1xf32> into memref<?xf32>
  // CHECK-NEXT:    %[[MAP_SA:.*]] = lowp_gpu.encode_tensor_map %[[VECTOR]] : memref<?xf32> -> !map_128_f32
  // CHECK:         %[[MAP_SB:.*]] = lowp_gpu.encode_tensor_map %{{.*}} -> !map_256_f32

  // A tile of the grid is that of a whole cluster: 2 tiles of 2 H rows.
  // CHECK:         %[[CLUSTER_ROWS:.*]] = arith.muli %[[TILE_M]], %c4_i32
  // CHECK:         %[[ROWS:.*]] = arith.divui %{{.*}}, %[[CLUSTER_ROWS]]
  // CHECK:         %[[COLUMNS:.*]] = arith.divui
  // CHECK-NEXT:    %[[TILES:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
  // CHECK-NEXT:    lowp_gpu.launch @lowp_gemms::@gemm_0 tiles(%[[TILES]]) args(%[[MAP_A]], %[[MAP_B]], %[[MAP_D]], %[[MAP_SA]], %[[MAP_SB]], %[[M]], %[[N]], %[[K]], %[[TILE_M]])
  // CHECK-NOT:     lowp.gemm
  func.func @dynamic(%a: memref<?x?xf8E4M3FN>, %sa: memref<?x1xf32>, %d: memref<?x?xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x?xf8E4M3FN>, memref<?x1xf32>) rhs(%a, %sa : memref<?x?xf8E4M3FN>, memref<?x1xf32>) outs(%d : memref<?x?xbf16>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Scales of columns for all of K must fit into a stage.

!a = !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<256x?xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @limited_k(
  // CHECK:         cf.assert %{{.*}}, "gemm: expected K of at most 65536; compile with a static K"
  func.func @limited_k(%a: memref<64x?xf8E4M3FN>, %sa: memref<?x64xf32>, %b: memref<256x?xf8E4M3FN>, %sb: memref<2x?xf32>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x?xf8E4M3FN>, memref<?x64xf32>) rhs(%b, %sb : memref<256x?xf8E4M3FN>, memref<2x?xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// The rhs alone tells K, and the kernel counts on it.

!a = !lowp.scaled<64x?xf8E4M3FN, #lowp.tensorwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @k_of_the_rhs(
  // CHECK-SAME:      %[[A:[a-z0-9]*]]: memref<64x?xf8E4M3FN>
  // CHECK:         %[[SIZE:.*]] = memref.dim %[[A]], %c1
  // CHECK:         %[[K:.*]] = arith.index_cast %[[SIZE]] : index to i32
  // CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[K]], %c512_i32 : i32
  // CHECK-NEXT:    cf.assert %[[SAME]], "gemm: expected an lhs with K of 512, as the rhs has"
  func.func @k_of_the_rhs(%a: memref<64x?xf8E4M3FN>, %s: memref<1x1xf32>, %b: memref<256x512xf8E4M3FN>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %s : memref<64x?xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %s : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// Nothing to check, and scales of whole operands as they are.

!x = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @static(
  // CHECK-SAME:      %{{.*}}, %[[SA:.*]]: memref<1x1xf32>, %{{.*}})
  // CHECK-NOT:     cf.assert
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0 {{.*}} args(%{{.*}}, %{{.*}}, %{{.*}}, %[[SA]], %[[SA]], %{{.*}}, %{{.*}}, %{{.*}})
  func.func @static(%a: memref<256x512xf8E4M3FN>, %sa: memref<1x1xf32>, %d: memref<256x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}
