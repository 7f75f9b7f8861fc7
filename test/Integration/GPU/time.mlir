// What a call takes, on the GPU and on the host that launches it.
// REQUIRES: cuda-sm90
// RUN: lowp-run %s --device=gpu --time --repeats=3 | FileCheck %s

// CHECK:      result0: 64x128xbf16
// CHECK-NEXT: time: median {{[0-9.]+}} us, minimum {{[0-9.]+}} us, maximum {{[0-9.]+}} us, {{[0-9.]+}} TFLOPS
// CHECK-NEXT: host: median {{[0-9.]+}} us, minimum {{[0-9.]+}} us
func.func @main(%x: tensor<64x128xbf16>, %w: tensor<128x128xbf16>) -> tensor<64x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<64x128xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<64x128xbf16>, tensor<128x128xbf16>)
    outs(%init : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  return %y : tensor<64x128xbf16>
}
