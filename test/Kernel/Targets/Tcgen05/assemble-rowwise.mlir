// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_100a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s
// RUN: %if long %{ lowp-compile %s --chip=sm_103a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s %}

// Scales of rows and columns in the epilogue, with groups of rows, inputs and three results. No spills, at most 168 registers, and
// (lowp-compile is strict) no notes of ptxas.

// CHECK:      kernel registers spills
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}

func.func @any_m(%0: memref<?x1024xf8E4M3FN>, %1: memref<?x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1024x1xf32>, %4: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<?x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1024x1xf32>)
    outs(%4 : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.rowwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @f32_columns_64(%0: memref<512x1024xf8E4M3FN>, %1: memref<512x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1024x1xf32>, %4: memref<512x1024xf32>) {
  lowp.gemm lhs(%0, %1 : memref<512x1024xf8E4M3FN>, memref<512x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1024x1xf32>)
    outs(%4 : memref<512x1024xf32>)
    {lhs_type = !lowp.scaled<512x1024xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.rowwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 6, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @groups(%0: memref<?x1024xf8E4M3FN>, %1: memref<?x1xf32>, %2: memref<8x1024x1024xf8E4M3FN>, %3: memref<8x1024x1xf32>, %4: memref<8xi32>, %5: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<?x1xf32>)
    rhs(%2, %3 : memref<8x1024x1024xf8E4M3FN>, memref<8x1024x1xf32>)
    groups(%4 : memref<8xi32>)
    outs(%5 : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<8x1024x1024xf8E4M3FN, #lowp.rowwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @bias_and_residual(%0: memref<?x1024xf8E4M3FN>, %1: memref<?x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1024x1xf32>, %4: memref<1024xbf16>, %5: memref<?x1024xbf16>, %6: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<?x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1024x1xf32>)
    ins(%4, %5 : memref<1024xbf16>, memref<?x1024xbf16>)
    outs(%6 : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.rowwise>, input_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 6, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>} epilogue {
  ^bb0(%s: f32, %i0: bf16, %i1: bf16):
    %w0 = arith.extf %i0 : bf16 to f32
    %c0 = arith.addf %s, %w0 : f32
    %w1 = arith.extf %i1 : bf16 to f32
    %c1 = arith.mulf %c0, %w1 : f32
    %y0 = arith.truncf %c1 : f32 to bf16
    lowp.epilogue_yield %y0 : bf16
  }
  return
}

func.func @three_results(%0: memref<?x1024xf8E4M3FN>, %1: memref<?x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1024x1xf32>, %4: memref<?x1024xf32>, %5: memref<?x1024xf32>, %6: memref<?x1024xf32>, %7: memref<?x1024xf32>, %8: memref<?x1024xf32>, %9: memref<?x1024xf32>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<?x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1024x1xf32>)
    ins(%4, %5, %6 : memref<?x1024xf32>, memref<?x1024xf32>, memref<?x1024xf32>)
    outs(%7, %8, %9 : memref<?x1024xf32>, memref<?x1024xf32>, memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.rowwise>, input_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 32, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>} epilogue {
  ^bb0(%s: f32, %i0: f32, %i1: f32, %i2: f32):
    %c0 = arith.addf %s, %i0 : f32
    %c1 = arith.mulf %c0, %i1 : f32
    %c2 = arith.addf %c1, %i2 : f32
    %pp = arith.mulf %c2, %s : f32
    lowp.epilogue_yield %c2, %s, %pp : f32, f32, f32
  }
  return
}
