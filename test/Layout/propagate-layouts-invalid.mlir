// RUN: lowp-opt %s --lowp-propagate-layouts -split-input-file -verify-diagnostics

// Nobody knows where groups end where the value is made, so that no copy can be.
!a = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 1, start = 16>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%d: tensor<256x1024xf8E4M3FN>, %s: tensor<256x4xf32>, %ends: tensor<4xi32>) -> tensor<4x256x256xbf16> {
    // expected-error @below {{expected a value with groups as kernels read it, '!lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <4, axis = 1, start = 16>>', got '!lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 1, start = 16>>'; lowp.relayout with the 'ends' of its groups copies it}}
    %x = lowp.make_scaled %d, %s : tensor<256x1024xf8E4M3FN>, tensor<256x4xf32> -> !a
    %y = lowp.grouped_scaled_matmul %x, %x ends(%ends : tensor<4xi32>) : !a, !a -> tensor<4x256x256xbf16>
    return %y : tensor<4x256x256xbf16>
  }
}
