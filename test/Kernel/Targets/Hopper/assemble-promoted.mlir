// REQUIRES: ptxas
// RUN: split-file %s %t
// RUN: lowp-compile %t/sample.mlir --chip=sm_90a --emit=cubin -o %t/sample.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: %if long %{ lowp-compile %t/others.mlir --chip=sm_90a --emit=cubin -o %t/others.cubin --print-kernels 2>&1 | FileCheck %s --check-prefix=OTHERS %}

// Full precision along K: promotion without scales, whatever those of operands.

// SAMPLE: kernel registers spills
// SAMPLE-COUNT-4: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// SAMPLE-NOT: gemm_
// OTHERS: kernel registers spills
// OTHERS-COUNT-4: {{^[a-z_0-9]*gemm_[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}
// OTHERS-NOT: gemm_

//--- sample.mlir
func.func @rowwise_accumulate(%a: memref<?x2048xf8E5M2>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E5M2>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !lowp.scaled<?x2048xf8E5M2, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @dynamic(%a: memref<?x?xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<?x?xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x?xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x?xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<?x?xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x?xf32>)
    {lhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<?x?xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 6, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @one_subtile_of_176(%a: memref<?x2048xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 176, 128], cluster = [1, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 1>}
  return
}

func.func @warpgroups_n_split_2(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 4, unroll = 8, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>}
  return
}

//--- others.mlir
func.func @tensorwise_bf16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8, group_m = 8, epilogue_stages = 4>}
  return
}

func.func @rowwise_f16(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E5M2>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E5M2>, memref<1024x1xf32>) outs(%d : memref<?x1024xf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E5M2, #lowp.rowwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [1, 2], stages = 4, unroll = 8, group_m = 8, epilogue_stages = 2>}
  return
}

func.func @split_2(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 8, group_m = 8, epilogue_stages = 1, split_k = 2>}
  return
}

func.func @one_subtile_of_192(%a: memref<?x2048xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x2048xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.tensorwise>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 3>}
  return
}
