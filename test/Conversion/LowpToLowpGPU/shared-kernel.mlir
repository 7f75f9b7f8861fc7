// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Equal problems with equal configs share a kernel, unless one walks through its
// tiles the other way; gemms without a config are somebody else's.

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
#wide = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!x = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @f
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_1
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_2
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_3
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_4
  // CHECK:         lowp.gemm
  // CHECK:       gpu.module @lowp_gemms
  // CHECK:         lowp_gpu.kernel @gemm_0(
  // CHECK:         lowp_gpu.kernel @gemm_1(
  // CHECK-NEXT:      chip "sm_90a" config <tile = [128, 256, 128]
  // CHECK:         lowp_gpu.kernel @gemm_2(
  // CHECK:           accumulate
  // CHECK:         lowp_gpu.kernel @gemm_3(
  // CHECK:           lowp_gpu.promote
  // CHECK:         lowp_gpu.kernel @gemm_4(
  // CHECK-NEXT:      chip {{.*}} attributes {lowp_gpu.descending}
  // CHECK-NOT:     lowp_gpu.kernel
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<1x1xf32>, %d: memref<256x256xf32>) {
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation, lowp_gpu.config = #config}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation, lowp_gpu.config = #config}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation, lowp_gpu.config = #wide}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation, accumulate, lowp_gpu.config = #config}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
      {lhs_type = !x, rhs_type = !x, lowp_gpu.config = #config}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
      {lhs_type = !x, rhs_type = !x, lowp_gpu.config = #config, lowp_gpu.descending}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
      {lhs_type = !x, rhs_type = !x}
    return
  }
}
