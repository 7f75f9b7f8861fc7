// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_90a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s

// The elements of a tile wait in registers beside the sums of the next one: the
// widest tiles of each output type, one and two warpgroups, scales or none.

// CHECK:      kernel registers spills
// CHECK-NEXT: gemm_0 {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: gemm_1 {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: gemm_2 {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: gemm_3 {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: gemm_4 {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: gemm_5 {{[0-9]+}} 0 {{[0-9]+}}
// CHECK-NEXT: gemm_6 {{[0-9]+}} 0 {{[0-9]+}}

func.func @tensorwise_bf16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.tensorwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}

func.func @tensorwise_f32(%a: memref<?x2048xf8E5M2>, %sa: memref<1x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E5M2>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E5M2, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.tensorwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>}
  return
}

func.func @rowwise_bf16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}

func.func @rowwise_f16(%a: memref<512x2048xf8E4M3FN>, %sa: memref<512x1xf32>, %b: memref<1024x2048xf8E5M2>, %sb: memref<1024x1xf32>, %d: memref<512x1024xf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x2048xf8E4M3FN>, memref<512x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E5M2>, memref<1024x1xf32>) outs(%d : memref<512x1024xf16>)
    {lhs_type = !lowp.scaled<512x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E5M2, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 208, 128], cluster = [1, 2], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}

func.func @rowwise_f32(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>}
  return
}

func.func @one_warpgroup(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}

// 13 steps, as many as there are blocks of K.
func.func @many_steps(%a: memref<?x1664xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x1664xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x1664xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x1664xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1664xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x1664xf8E4M3FN, #lowp.tensorwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 208, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}
