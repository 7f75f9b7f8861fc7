// A C program provides the function; its workspace is measured with ours.
// REQUIRES: cc
// RUN: mkdir -p %t
// RUN: lowp-compile %s --chip=sm_90a -o %t/libexternal.so --header=%t/external.h
// RUN: FileCheck %s --check-prefix=HEADER < %t/external.h
// RUN: cc -Wall -Wextra -Werror -I%lowp_source_dir/include -I%t \
// RUN:   %S/Inputs/external.c -o %t/external %t/libexternal.so
// RUN: %t/external | FileCheck %s
// RUN: not lowp-compile %s --chip=sm_90a -o %t/none.so --header=%t/none.h --recipe=nothing 2>&1 | FileCheck %s --check-prefix=RECIPE

// HEADER:      /** To be defined by the program: the functions of this header call it.
// HEADER-NEXT:  *  arg0: ?x512xbf16
// HEADER-NEXT:  *  arg1: bf16
// HEADER-NEXT:  *  arg2: ?x512xbf16 */
// HEADER-NEXT: void normalize(LowpCall *call, const LowpTensor2 *arg0, uint16_t arg1, const LowpTensor2 *arg2);
// HEADER:      void layer(LowpCall *call, const LowpTensor2 *arg0, const LowpTensor2 *arg1);

// CHECK:      normalize 64x512, scale 3f80
// CHECK-NEXT: layer LOWP_OK 69632

// RECIPE: expected option 'recipe'

func.func private @body(%x: tensor<?x512xbf16>, %scale: bf16) -> tensor<?x512xbf16> attributes {lowp.external = "normalize"} {
  return %x : tensor<?x512xbf16>
}
func.func @layer(%x: tensor<?x512xbf16>) -> tensor<?x512xbf16> {
  %one = arith.constant 1.0 : bf16
  %a = arith.addf %x, %x : tensor<?x512xbf16>
  %y = call @body(%a, %one) : (tensor<?x512xbf16>, bf16) -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}
