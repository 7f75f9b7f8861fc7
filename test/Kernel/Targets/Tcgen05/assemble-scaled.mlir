// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_100a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s
// RUN: %if long %{ lowp-compile %s --chip=sm_103a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s %}

// Scales that products take: MXFP8, MXFP4, NVFP4, with epilogues of one and two matrices and
// several results, whose inputs are read beside sums of a thread. No spills, at most 168 registers, and
// (lowp-compile is strict) no notes of ptxas.

// CHECK:      kernel registers spills
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}

func.func @mxfp8_any_m(%0: memref<?x1024xf8E4M3FN>, %1: memref<?x8x32x4x4xf8E8M0FNU>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<8x8x32x4x4xf8E8M0FNU>, %4: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<?x8x32x4x4xf8E8M0FNU>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<8x8x32x4x4xf8E8M0FNU>)
    outs(%4 : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @mxfp4_f32(%0: memref<512x512xi8>, %1: memref<4x8x32x4x4xf8E8M0FNU>, %2: memref<1024x512xi8>, %3: memref<8x8x32x4x4xf8E8M0FNU>, %4: memref<512x1024xf32>) {
  lowp.gemm lhs(%0, %1 : memref<512x512xi8>, memref<4x8x32x4x4xf8E8M0FNU>)
    rhs(%2, %3 : memref<1024x512xi8>, memref<8x8x32x4x4xf8E8M0FNU>)
    outs(%4 : memref<512x1024xf32>)
    {lhs_type = !lowp.scaled<512x1024xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 4 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @nvfp4_any_m(%0: memref<?x512xi8>, %1: memref<?x16x32x4x4xf8E4M3FN>, %2: memref<1xf32>, %3: memref<1024x512xi8>, %4: memref<8x16x32x4x4xf8E4M3FN>, %5: memref<1xf32>, %6: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0, %1, %2 : memref<?x512xi8>, memref<?x16x32x4x4xf8E4M3FN>, memref<1xf32>)
    rhs(%3, %4, %5 : memref<1024x512xi8>, memref<8x16x32x4x4xf8E4M3FN>, memref<1xf32>)
    outs(%6 : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @mxfp8_matrices(%0: memref<512x1024xf8E4M3FN>, %1: memref<4x8x32x4x4xf8E8M0FNU>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<8x8x32x4x4xf8E8M0FNU>, %4: memref<512x1024xf32>, %5: memref<512x1024xf32>, %6: memref<512x1024xf32>) {
  lowp.gemm lhs(%0, %1 : memref<512x1024xf8E4M3FN>, memref<4x8x32x4x4xf8E8M0FNU>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<8x8x32x4x4xf8E8M0FNU>)
    ins(%4, %5 : memref<512x1024xf32>, memref<512x1024xf32>)
    outs(%6 : memref<512x1024xf32>)
    {lhs_type = !lowp.scaled<512x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>, input_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>} epilogue {
  ^bb0(%s: f32, %i0: f32, %i1: f32):
    %c0 = arith.addf %s, %i0 : f32
    %c1 = arith.mulf %c0, %i1 : f32
    lowp.epilogue_yield %c1 : f32
  }
  return
}

func.func @nvfp4_two_results(%0: memref<?x512xi8>, %1: memref<?x16x32x4x4xf8E4M3FN>, %2: memref<1xf32>, %3: memref<1024x512xi8>, %4: memref<8x16x32x4x4xf8E4M3FN>, %5: memref<1xf32>, %6: memref<?x1024xbf16>, %7: memref<?x1024xf32>, %8: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0, %1, %2 : memref<?x512xi8>, memref<?x16x32x4x4xf8E4M3FN>, memref<1xf32>)
    rhs(%3, %4, %5 : memref<1024x512xi8>, memref<8x16x32x4x4xf8E4M3FN>, memref<1xf32>)
    ins(%6 : memref<?x1024xbf16>)
    outs(%7, %8 : memref<?x1024xf32>, memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense, scales = #lowp.swizzled>, input_maps = [affine_map<(m, n) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>} epilogue {
  ^bb0(%s: f32, %i0: bf16):
    %w0 = arith.extf %i0 : bf16 to f32
    %c0 = arith.addf %s, %w0 : f32
    %y1 = arith.truncf %s : f32 to bf16
    lowp.epilogue_yield %c0, %y1 : f32, bf16
  }
  return
}

func.func @mxfp4_three_results(%0: memref<512x512xi8>, %1: memref<4x8x32x4x4xf8E8M0FNU>, %2: memref<1024x512xi8>, %3: memref<8x8x32x4x4xf8E8M0FNU>, %4: memref<512x1024xbf16>, %5: memref<512x1024xbf16>, %6: memref<512x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<512x512xi8>, memref<4x8x32x4x4xf8E8M0FNU>)
    rhs(%2, %3 : memref<1024x512xi8>, memref<8x8x32x4x4xf8E8M0FNU>)
    outs(%4, %5, %6 : memref<512x1024xbf16>, memref<512x1024xbf16>, memref<512x1024xbf16>)
    {lhs_type = !lowp.scaled<512x1024xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf4E2M1FN, #lowp.mx<1x32>, packing = dense, scales = #lowp.swizzled>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>} epilogue {
  ^bb0(%s: f32):
    %pp = arith.mulf %s, %s : f32
    %ss = arith.addf %s, %s : f32
    %y0 = arith.truncf %ss : f32 to bf16
    %y1 = arith.truncf %s : f32 to bf16
    %y2 = arith.truncf %pp : f32 to bf16
    lowp.epilogue_yield %y0, %y1, %y2 : bf16, bf16, bf16
  }
  return
}
