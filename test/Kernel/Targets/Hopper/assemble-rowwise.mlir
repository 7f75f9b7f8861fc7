// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_90a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s

// Scales of rows and columns in the epilogue, over the same choices.

// CHECK:      kernel registers spills
// CHECK-NEXT: dynamic_fill_
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{.*}} {{[0-9]+}} 0 {{[0-9]+}}

func.func @e4m3_bf16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @e4m3_e5m2_f16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E5M2>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E5M2>, memref<1024x1xf32>) outs(%d : memref<?x1024xf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E5M2, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 160, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @e5m2_e4m3_f32(%a: memref<?x2048xf8E5M2>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E5M2>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E5M2, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 224, 128], cluster = [1, 2], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @e4m3_accumulate(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 2], stages = 6, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @dynamic(%a: memref<?x?xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<?x?xf8E4M3FN>, %sb: memref<?x1xf32>, %d: memref<?x?xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x?xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<?x?xf8E4M3FN>, memref<?x1xf32>) outs(%d : memref<?x?xbf16>)
    {lhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [2, 1], stages = 6, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @static(%a: memref<512x2048xf8E4M3FN>, %sa: memref<512x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<512x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x2048xf8E4M3FN>, memref<512x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<512x1024xbf16>)
    {lhs_type = !lowp.scaled<512x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 4>}
  return
}

func.func @split_4(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>}
  return
}

func.func @split_2_accumulate(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [64, 96, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>}
  return
}
