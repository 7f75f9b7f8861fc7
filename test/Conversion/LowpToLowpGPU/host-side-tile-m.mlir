// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Which kernels have a tile_m lower than their config's.

!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
!even = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
!odd = !lowp.scaled<200x512xf8E4M3FN, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // Rows that tiles divide: nothing to leave out.
  // CHECK-LABEL: func.func @even
  // CHECK-NOT:     encode_tensor_map %{{.*}} tile_m
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0 {{.*}} memref<1x1xf32>, i32, i32, i32{{$}}
  func.func @even(%a: memref<256x512xf8E4M3FN>, %sa: memref<1x1xf32>, %d: memref<256x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !even, rhs_type = !even, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }

  // Static rows that they do not divide.
  // CHECK-LABEL: func.func @odd
  // CHECK:         %[[TILE_M:.*]] = arith.minui
  // CHECK:         encode_tensor_map %{{.*}} tile_m %[[TILE_M]]
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_1 {{.*}} memref<1x1xf32>, i32, i32, i32, i32{{$}}
  func.func @odd(%a: memref<200x512xf8E4M3FN>, %b: memref<256x512xf8E4M3FN>, %sa: memref<1x1xf32>, %d: memref<200x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<200x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<200x256xbf16>)
      {lhs_type = !odd, rhs_type = !even, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }

  // CTAs that share the lhs load a part of its rows each.
  // CHECK-LABEL: func.func @shared
  // CHECK-NOT:     encode_tensor_map %{{.*}} tile_m
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_2 {{.*}} memref<1x1xf32>, i32, i32, i32{{$}}
  func.func @shared(%a: memref<?x512xf8E4M3FN>, %b: memref<256x512xf8E4M3FN>, %sa: memref<1x1xf32>, %d: memref<?x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x256xbf16>)
      {lhs_type = !x, rhs_type = !even, fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 2], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}
