// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_100a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s
// RUN: lowp-compile %s --chip=sm_103a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s

// Pairs of CTAs: fp8 with scales of rows, MXFP8 and NVFP4 whose scales of columns each loads half
// of, with two stages of sums and with one. No spills, and (lowp-compile is strict) no notes of
// ptxas.

// CHECK:      kernel registers spills
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}

func.func @rowwise(%0: memref<1024x1024xf8E4M3FN>, %1: memref<1024x1xf32>, %2: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<1024x1024xf8E4M3FN>, memref<1024x1xf32>)
    rhs(%0, %1 : memref<1024x1024xf8E4M3FN>, memref<1024x1xf32>)
    outs(%2 : memref<1024x1024xbf16>)
    {lhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.rowwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, group_m = 8, target = {epilogue_stages = 4 : i64, pair, sum_stages = 2 : i64}>}
  return
}

func.func @mxfp8(%0: memref<1024x1024xf8E4M3FN>, %1: memref<8x8x32x4x4xf8E8M0FNU>, %2: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<1024x1024xf8E4M3FN>, memref<8x8x32x4x4xf8E8M0FNU>)
    rhs(%0, %1 : memref<1024x1024xf8E4M3FN>, memref<8x8x32x4x4xf8E8M0FNU>)
    outs(%2 : memref<1024x1024xbf16>)
    {lhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 5, group_m = 8, target = {epilogue_stages = 3 : i64, pair, sum_stages = 2 : i64}>}
  return
}

func.func @nvfp4(%0: memref<1024x512xi8>, %1: memref<8x16x32x4x4xf8E4M3FN>, %2: memref<1xf32>, %3: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%0, %1, %2 : memref<1024x512xi8>, memref<8x16x32x4x4xf8E4M3FN>, memref<1xf32>)
    rhs(%0, %1, %2 : memref<1024x512xi8>, memref<8x16x32x4x4xf8E4M3FN>, memref<1xf32>)
    outs(%3 : memref<1024x1024xbf16>)
    {lhs_type = !lowp.scaled<1024x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 256], cluster = [2, 1], stages = 4, group_m = 8, target = {epilogue_stages = 4 : i64, pair, sum_stages = 1 : i64}>}
  return
}
