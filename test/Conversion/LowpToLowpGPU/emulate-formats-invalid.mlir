// RUN: lowp-opt %s --lowp-emulate-formats -split-input-file -verify-diagnostics

// Nobody says for which chip.
module {
  func.func @f(%a: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx_1x32>) -> tensor<64x64xbf16> {
    // expected-error @below {{expected the chip to compile for in the module attribute "lowp_gpu.chip"; known chips: sm_90a}}
    %y = lowp.scaled_matmul %a, %a : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx_1x32>, !lowp.scaled<64x512xf8E4M3FN, #lowp.mx_1x32> -> tensor<64x64xbf16>
    return %y : tensor<64x64xbf16>
  }
}

// -----

// A chip without gemm kernels.
module attributes {lowp_gpu.chip = "sm_70"} {
  func.func @f(%a: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx_1x32>) -> tensor<64x64xbf16> {
    // expected-error @below {{expected a chip with gemm kernels, got "sm_70"; known chips: sm_90a}}
    %y = lowp.scaled_matmul %a, %a : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx_1x32>, !lowp.scaled<64x512xf8E4M3FN, #lowp.mx_1x32> -> tensor<64x64xbf16>
    return %y : tensor<64x64xbf16>
  }
}
