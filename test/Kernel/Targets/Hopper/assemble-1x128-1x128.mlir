// REQUIRES: ptxas
// RUN: split-file %s %t
// RUN: lowp-compile %t/sample.mlir --chip=sm_90a --emit=cubin -o %t/sample.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: %if long %{ lowp-compile %t/others.mlir --chip=sm_90a --emit=cubin -o %t/others.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=OTHERS %}

// Promotion with the scales of rows and columns.

// SAMPLE: kernel registers spills
// SAMPLE-COUNT-5: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// SAMPLE-NOT: gemm_
// OTHERS: kernel registers spills
// OTHERS-COUNT-10: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// OTHERS-NOT: gemm_

//--- sample.mlir
func.func @e4m3_e5m2_f16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E5M2>, %sb: memref<16x1024xf32>, %d: memref<?x1024xf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E5M2>, memref<16x1024xf32>) outs(%d : memref<?x1024xf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @static(%a: memref<512x2048xf8E4M3FN>, %sa: memref<16x512xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<512x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x2048xf8E4M3FN>, memref<16x512xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<512x1024xbf16>)
    {lhs_type = !lowp.scaled<512x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 8, unroll = 8, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @split_2(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1, split_k = 2>}
  return
}

func.func @one_subtile_of_192(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @warpgroups_n_split_4(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 4, warpgroups = [1, 2]>}
  return
}

//--- others.mlir
func.func @e4m3_bf16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @e5m2_f32(%a: memref<?x2048xf8E5M2>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E5M2>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 6, unroll = 2, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @e4m3_accumulate(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 2], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @dynamic(%a: memref<?x?xf8E4M3FN>, %sa: memref<?x?xf32>, %b: memref<?x?xf8E4M3FN>, %sb: memref<?x?xf32>, %d: memref<?x?xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x?xf8E4M3FN>, memref<?x?xf32>) rhs(%b, %sb : memref<?x?xf8E4M3FN>, memref<?x?xf32>) outs(%d : memref<?x?xbf16>)
    {lhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 96, 128], cluster = [1, 2], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @split_4(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 4, group_m = 8, epilogue_stages = 1, split_k = 4>}
  return
}

func.func @one_subtile_of_176(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [128, 176, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @warpgroups_n(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2, warpgroups = [1, 2]>}
  return
}

func.func @warpgroups_n_of_96(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E5M2>, %sb: memref<16x1024xf32>, %d: memref<?x1024xf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E5M2>, memref<16x1024xf32>) outs(%d : memref<?x1024xf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [2, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>}
  return
}

func.func @warpgroups_n_split_2(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>}
  return
}

func.func @warpgroups_n_accumulate(%a: memref<?x2048xf8E5M2>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E5M2>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     fast_accumulation, accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 6, unroll = 4, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>}
  return
}
