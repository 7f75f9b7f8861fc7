// RUN: lowp-compile %s --chip=sm_90a -o %t.o --header=%t.h && FileCheck %s < %t.h

// The function that prepares weights has a name of C's, and a macro says which
// weights the other takes.

// CHECK:      /** Weights that 'f$prepare' of this fingerprint prepared are the last
// CHECK-NEXT:  *  arguments of 'f'. */
// CHECK-NEXT: #define LOWP_F_FINGERPRINT \
// CHECK-NEXT:   "lowp={{[^;]*}}; chip=sm_90a; recipes=f8E4M3FN #lowp.block<1x128> #lowp.numerics<torchao>; layouts={{[^;]*}}; values={{[^;]*}}; computation={{[0-9a-f]*}}"
// CHECK:      /** arg0: 4x128xf8E4M3FN
// CHECK:      void f(LowpCall *call, const LowpTensor2 *arg0, const LowpTensor2 *arg1, const LowpTensor2 *arg2);
// CHECK-NOT:  FINGERPRINT
// CHECK:      /** arg0: 4x128xf32
// CHECK:      void f_prepare(LowpCall *call, const LowpTensor2 *arg0, const LowpTensor2 *arg1, const LowpTensor2 *arg2)
// CHECK-NEXT:     __asm__("f$prepare");
!q = !lowp.scaled<4x128xf8E4M3FN, #lowp.block<1x128>>
func.func @f(%w: tensor<4x128xf32> {lowp.parameter}) -> tensor<4x128xf32> {
  %q = lowp.quantize %w numerics <torchao> : tensor<4x128xf32> -> !q
  %x = lowp.dequantize %q : !q -> tensor<4x128xf32>
  return %x : tensor<4x128xf32>
}
