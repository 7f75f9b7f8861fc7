// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_100a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s

// Tiles of 16 to 128 columns, all output types, any M and rows that are added to. No spills, and
// (lowp-compile is strict) no notes of ptxas.

// CHECK:      kernel registers spills
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}

func.func @any_m(%0: memref<?x1024xf8E4M3FN>, %1: memref<1x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1x1xf32>, %4: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<1x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1x1xf32>)
    outs(%4 : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.tensorwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @f32_columns_64(%0: memref<512x1024xf8E4M3FN>, %1: memref<1x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1x1xf32>, %4: memref<512x1024xf32>) {
  lowp.gemm lhs(%0, %1 : memref<512x1024xf8E4M3FN>, memref<1x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1x1xf32>)
    outs(%4 : memref<512x1024xf32>)
    {lhs_type = !lowp.scaled<512x1024xf8E4M3FN, #lowp.tensorwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 6, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @f16_columns_32(%0: memref<512x1024xf8E4M3FN>, %1: memref<1x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1x1xf32>, %4: memref<512x1024xf16>) {
  lowp.gemm lhs(%0, %1 : memref<512x1024xf8E4M3FN>, memref<1x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1x1xf32>)
    outs(%4 : memref<512x1024xf16>)
    {lhs_type = !lowp.scaled<512x1024xf8E4M3FN, #lowp.tensorwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 32, 128], cluster = [1, 1], stages = 8, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @columns_16(%0: memref<?x1024xf8E4M3FN>, %1: memref<1x1xf32>, %2: memref<16x1024xf8E4M3FN>, %3: memref<1x1xf32>, %4: memref<?x16xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<1x1xf32>)
    rhs(%2, %3 : memref<16x1024xf8E4M3FN>, memref<1x1xf32>)
    outs(%4 : memref<?x16xbf16>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.tensorwise>,
     rhs_type = !lowp.scaled<16x1024xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 16, 128], cluster = [1, 1], stages = 8, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 4 : i64}>}
  return
}

func.func @accumulate(%0: memref<?x1024xf8E4M3FN>, %1: memref<1x1xf32>, %2: memref<1024x1024xf8E4M3FN>, %3: memref<1x1xf32>, %4: memref<?x1024xf32>) {
  lowp.gemm lhs(%0, %1 : memref<?x1024xf8E4M3FN>, memref<1x1xf32>)
    rhs(%2, %3 : memref<1024x1024xf8E4M3FN>, memref<1x1xf32>)
    outs(%4 : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x1024xf8E4M3FN, #lowp.tensorwise>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.tensorwise>, accumulate,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 4 : i64, sum_stages = 2 : i64}>}
  return
}
