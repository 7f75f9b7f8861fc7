// Quantizing to MX and to packed NVFP4 runs on any chip: no buffer holds elements of
// less than a byte.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s

// CHECK-LABEL: func.func @nvfp4(
// CHECK:         gpu.launch_func @nvfp4_generic
// CHECK-LABEL: func.func @mxfp8(
// CHECK:         gpu.launch_func @mxfp8_{{[0-9]+}}_quantize_kernels
// CHECK-LABEL: func.func @mxfp6(
// CHECK:         gpu.launch_func @mxfp6_{{[0-9]+}}_quantize_kernels
// CHECK-LABEL: func.func @hadamard(
// CHECK:         gpu.launch_func @hadamard_generic
func.func @nvfp4(%x: tensor<256x512xbf16>) -> !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense> {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
  return %q : !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
}
func.func @mxfp8(%x: tensor<256x512xbf16>) -> !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>> {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>>
  return %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>>
}
func.func @mxfp6(%x: tensor<256x512xbf16>) -> !lowp.scaled<256x512xf6E3M2FN, #lowp.mx<32x32>, packing = dense> {
  %q = lowp.quantize %x numerics <mx_even> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf6E3M2FN, #lowp.mx<32x32>, packing = dense>
  return %q : !lowp.scaled<256x512xf6E3M2FN, #lowp.mx<32x32>, packing = dense>
}
func.func @hadamard(%x: tensor<256x512xbf16>) -> tensor<256x512xbf16> {
  %y = lowp.hadamard %x axis 0 signs 0xD7E8 : tensor<256x512xbf16>
  return %y : tensor<256x512xbf16>
}
