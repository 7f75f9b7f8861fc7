// Formats that Hopper lacks, emulated from quantization to host code.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=mxfp8 allow-emulation format=isa" | FileCheck %s
// RUN: %if long %{ lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=mxfp6 allow-emulation format=isa" | FileCheck %s %}
// RUN: %if long %{ lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=mxfp4 allow-emulation format=isa" | FileCheck %s %}
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=nvfp4 allow-emulation format=isa" | FileCheck %s
// What both matmuls read is widened once: its 64 x 16 scales.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=mxfp8 allow-emulation serialize=false" | FileCheck %s --check-prefix=ONCE

// CHECK-LABEL: llvm.func @f(

// ONCE-LABEL: func.func @f(
// ONCE:         gpu.launch_func {{.*}} : memref<16x64xf32>, %{{.*}} : memref<64x16xf8E8M0FNU>)
// ONCE-NOT:     gpu.launch_func {{.*}} : memref<16x64xf32>
// ONCE:         return
func.func @f(%x: tensor<64x512xbf16>, %w: tensor<512x256xbf16>, %v: tensor<512x256xbf16>) -> (tensor<64x256xbf16>, tensor<64x256xbf16>) {
  %init = tensor.empty() : tensor<64x256xbf16>
  %zero = arith.constant 0.0 : bf16
  %start = linalg.fill ins(%zero : bf16) outs(%init : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<64x512xbf16>, tensor<512x256xbf16>)
    outs(%start : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %z = linalg.matmul ins(%x, %v : tensor<64x512xbf16>, tensor<512x256xbf16>)
    outs(%start : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  return %y, %z : tensor<64x256xbf16>, tensor<64x256xbf16>
}
