// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

!x = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @tensors(%a: tensor<256x512xf8E4M3FN>, %sa: tensor<1x1xf32>, %d: tensor<256x256xf32>) -> tensor<256x256xf32> {
    // expected-error @below {{expected buffers, got 'tensor<256x512xf8E4M3FN>'; bufferize first}}
    %0 = lowp.gemm lhs(%a, %sa : tensor<256x512xf8E4M3FN>, tensor<1x1xf32>) rhs(%a, %sa : tensor<256x512xf8E4M3FN>, tensor<1x1xf32>) outs(%d : tensor<256x256xf32>)
      {lhs_type = !x, rhs_type = !x,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>} -> tensor<256x256xf32>
    return %0 : tensor<256x256xf32>
  }
}

// -----

// A module within the one that is compiled.
!x = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
module {
  module attributes {lowp_gpu.chip = "sm_90a"} {
    func.func @nested(%a: memref<256x512xf8E4M3FN>, %sa: memref<1x1xf32>, %d: memref<256x256xf32>) {
      // expected-error @below {{'lowp.gemm' op expected to be in the module that is compiled, got a module within it; compile that one}}
      lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x256xf32>)
        {lhs_type = !x, rhs_type = !x,
         lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
      return
    }
  }
}
