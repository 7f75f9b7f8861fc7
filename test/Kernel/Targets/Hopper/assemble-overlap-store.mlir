// REQUIRES: ptxas
// RUN: split-file %s %t
// RUN: lowp-compile %t/sample.mlir --chip=sm_90a --emit=cubin -o %t/sample.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: %if long %{ lowp-compile %t/others.mlir --chip=sm_90a --emit=cubin -o %t/others.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=OTHERS %}

// The elements of a tile wait in registers beside the sums of the next one: the
// widest tiles of each output type, one and two warpgroups, scales or none.

// SAMPLE: kernel registers spills
// SAMPLE-COUNT-3: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// SAMPLE-NOT: gemm_
// OTHERS: kernel registers spills
// OTHERS-COUNT-4: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// OTHERS-NOT: gemm_

//--- sample.mlir
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

func.func @one_warpgroup(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}

// 13 steps, as many as there are blocks of K.

//--- others.mlir
func.func @tensorwise_bf16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.tensorwise>,
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

func.func @many_steps(%a: memref<?x1664xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x1664xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x1664xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x1664xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x1664xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x1664xf8E4M3FN, #lowp.tensorwise>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 208, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}
