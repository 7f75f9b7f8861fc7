// REQUIRES: ptxas
// RUN: split-file %s %t
// RUN: lowp-compile %t/sample.mlir --chip=sm_90a --emit=cubin -o %t/sample.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: %if long %{ lowp-compile %t/others.mlir --chip=sm_90a --emit=cubin -o %t/others.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=OTHERS %}

// Scales finer and coarser than a stage, on one or both operands.

// SAMPLE: kernel registers spills
// SAMPLE-COUNT-4: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// SAMPLE-NOT: gemm_
// OTHERS: kernel registers spills
// OTHERS-COUNT-6: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// OTHERS-NOT: gemm_

//--- sample.mlir
func.func @e4m3_bf16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<64x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<64x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<64x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<64x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @narrow(%a: memref<?x2048xf8E5M2>, %sa: memref<64x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<64x1024xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E5M2>, memref<64x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<64x1024xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E5M2, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 6, unroll = 2, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @fine_rows_tiles(%a: memref<?x2048xf8E4M3FN>, %sa: memref<64x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<8x16xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<64x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<8x16xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<128x128>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @coarse_tiles(%a: memref<?x2048xf8E4M3FN>, %sa: memref<8x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<8x8xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<8x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<8x8xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<128x256>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8, group_m = 8, epilogue_stages = 2>}
  return
}

//--- others.mlir
func.func @wide(%a: memref<?x2048xf8E4M3FN>, %sa: memref<64x?xf32>, %b: memref<1024x2048xf8E5M2>, %sb: memref<64x1024xf32>, %d: memref<?x1024xf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<64x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E5M2>, memref<64x1024xf32>) outs(%d : memref<?x1024xf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E5M2, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @accumulated(%a: memref<?x2048xf8E4M3FN>, %sa: memref<64x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<64x1024xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<64x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<64x1024xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 2], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @dynamic(%a: memref<?x?xf8E4M3FN>, %sa: memref<?x?xf32>, %b: memref<?x?xf8E4M3FN>, %sb: memref<?x?xf32>, %d: memref<?x?xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x?xf8E4M3FN>, memref<?x?xf32>) rhs(%b, %sb : memref<?x?xf8E4M3FN>, memref<?x?xf32>) outs(%d : memref<?x?xbf16>)
    {lhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 96, 128], cluster = [1, 2], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @fine_rows(%a: memref<?x2048xf8E4M3FN>, %sa: memref<64x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<64x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @fine_columns(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<64x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<64x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @coarse(%a: memref<?x2048xf8E4M3FN>, %sa: memref<8x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<8x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<8x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<8x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2>}
  return
}
