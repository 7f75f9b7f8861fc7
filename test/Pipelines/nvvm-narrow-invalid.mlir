// Hopper multiplies neither MX nor NVFP4: it says so and never runs something else.
// RUN: not lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=mxfp8" 2>&1 | FileCheck %s --check-prefix=E8M0
// RUN: not lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=mxfp8_mxfp4" 2>&1 | FileCheck %s --check-prefix=E8M0
// RUN: not lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=nvfp4" 2>&1 | FileCheck %s --check-prefix=E4M3

// E8M0: error: 'lowp.gemm' op expected f32 lhs scales for a kernel of this chip, got 'f8E8M0FNU'; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower
// E4M3: error: 'lowp.gemm' op expected f32 lhs scales for a kernel of this chip, got 'f8E4M3FN'; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower
func.func @f(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  %init = tensor.empty() : tensor<256x256xbf16>
  %zero = arith.constant 0.0 : bf16
  %start = linalg.fill ins(%zero : bf16) outs(%init : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<256x512xbf16>, tensor<512x256xbf16>)
    outs(%start : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}
