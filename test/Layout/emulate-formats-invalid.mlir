// RUN: lowp-opt %s --lowp-legalize-formats=only=emulate-formats -split-input-file -verify-diagnostics

// Nobody says for which chip.
module {
  func.func @f(%a: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>) -> tensor<64x64xbf16> {
    // expected-error @below {{expected the chip to compile for in the module attribute "lowp_gpu.chip", which --lowp-attach-chip=chip=... writes; known chips: sm_90a}}
    %y = lowp.scaled_matmul %a, %a : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>, !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>> -> tensor<64x64xbf16>
    return %y : tensor<64x64xbf16>
  }
}

// -----

// A chip without gemm kernels.
module attributes {lowp_gpu.chip = "sm_70"} {
  func.func @f(%a: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>) -> tensor<64x64xbf16> {
    // expected-error @below {{expected a chip with gemm kernels, got "sm_70"; known chips: sm_90a}}
    %y = lowp.scaled_matmul %a, %a : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>, !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>> -> tensor<64x64xbf16>
    return %y : tensor<64x64xbf16>
  }
}

// -----

// Blocks of 16 take the room of 32.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: !lowp.scaled<1x281474976710656xf4E2M1FN, #lowp.nvfp4<1x16>>) -> tensor<1x1xbf16> {
    // expected-error @below {{'lowp.scaled_matmul' op expected an lhs of at most 2^48 elements once its blocks lie in blocks of 32, got '!lowp.scaled<1x281474976710656xf4E2M1FN, #lowp.nvfp4<1x16>>'}}
    %y = lowp.scaled_matmul %a, %a : !lowp.scaled<1x281474976710656xf4E2M1FN, #lowp.nvfp4<1x16>>, !lowp.scaled<1x281474976710656xf4E2M1FN, #lowp.nvfp4<1x16>> -> tensor<1x1xbf16>
    return %y : tensor<1x1xbf16>
  }
}
