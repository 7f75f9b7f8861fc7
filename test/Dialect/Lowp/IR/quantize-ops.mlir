// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// CHECK-LABEL: @quantize
func.func @quantize(%x: tensor<?x256xbf16>) -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> {
  // CHECK: lowp.quantize %{{.*}} numerics <torchao> : tensor<?x256xbf16> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  %q = lowp.quantize %x numerics <torchao> : tensor<?x256xbf16> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  return %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
}

// One size may be known on one side only.
// CHECK-LABEL: @refine
func.func @refine(%x: tensor<?x256xf32>) -> !lowp.scaled<64x256xf8E5M2, #lowp.rowwise> {
  // CHECK: lowp.quantize %{{.*}} numerics <transformer_engine> : tensor<?x256xf32> -> !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<?x256xf32> -> !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>
  return %q : !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>
}

// CHECK-LABEL: @dequantize
func.func @dequantize(%q: !lowp.scaled<64x256xf8E5M2, #lowp.rowwise, order = [1, 0]>) -> tensor<64x256xf16> {
  // CHECK: lowp.dequantize %{{.*}} : !lowp.scaled<64x256xf8E5M2, #lowp.rowwise, order = [1, 0]> -> tensor<64x256xf16>
  %x = lowp.dequantize %q : !lowp.scaled<64x256xf8E5M2, #lowp.rowwise, order = [1, 0]> -> tensor<64x256xf16>
  return %x : tensor<64x256xf16>
}

// CHECK-LABEL: @mx
func.func @mx(%x: tensor<?x256xbf16>) -> !lowp.scaled<?x256xf6E3M2FN, #lowp.mx<1x32>, packing = dense> {
  // CHECK: lowp.quantize %{{.*}} numerics <mx_rceil> : tensor<?x256xbf16> -> !lowp.scaled<?x256xf6E3M2FN, #lowp.mx<1x32>, packing = dense>
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<?x256xbf16> -> !lowp.scaled<?x256xf6E3M2FN, #lowp.mx<1x32>, packing = dense>
  return %q : !lowp.scaled<?x256xf6E3M2FN, #lowp.mx<1x32>, packing = dense>
}

// CHECK-LABEL: @stochastic
// CHECK-SAME: %[[SEED:[a-z0-9]+]]: i64
func.func @stochastic(%x: tensor<64x256xf32>, %seed: i64) -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<16x16>> {
  // CHECK: lowp.quantize %{{.*}} numerics <transformer_engine_stochastic> seed %[[SEED]] : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<16x16>>
  %q = lowp.quantize %x numerics <transformer_engine_stochastic> seed %seed : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<16x16>>
  return %q : !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<16x16>>
}
