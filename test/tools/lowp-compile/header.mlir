// RUN: lowp-compile %s --chip=sm_90a -o %t.o --header=%t.h && FileCheck %s < %t.h

// Tensors of up to six dimensions, buffers, and numbers of every type; floats of
// 16 bits travel as their bits.
// CHECK: void main_(LowpCall *call, const LowpTensor4 *arg0, const LowpTensor6 *arg1, uint16_t arg2, uint16_t arg3, uint8_t arg4, int8_t arg5, int16_t arg6, int32_t arg7, int64_t arg8, double arg9, const LowpTensor4 *arg10);
func.func @main_(%x: tensor<1x2x3x4xf32>, %y: memref<1x1x1x1x1x2xi1>, %a: bf16, %b: f16, %c: i1, %d: i8, %e: i16, %f: i32, %g: index, %h: f64) -> tensor<1x2x3x4xf32> {
  %0 = arith.addf %x, %x : tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}
