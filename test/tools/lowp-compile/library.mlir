// REQUIRES: cc
// RUN: mkdir -p %t
// RUN: lowp-compile %s --chip=sm_90a -o %t/libup.so --header=%t/up.h
// RUN: FileCheck %s --check-prefix=HEADER < %t/up.h
// RUN: llvm-readelf --dyn-syms %t/libup.so | FileCheck %s --check-prefix=SYMBOLS
// RUN: cc -Wall -Wextra -Werror -I%lowp_source_dir/include -I%t \
// RUN:   %S/Inputs/measure.c -o %t/measure %t/libup.so
// RUN: %t/measure | FileCheck %s

// The library holds the runtime: a C program needs nothing else.

// HEADER: #ifndef LOWP_UP_H
// HEADER: #include "lowp/Runtime/lowp_runtime.h"
// HEADER: /** arg0: ?x512xbf16
// HEADER-NEXT: *  arg1: ?x512xf8E4M3FN
// HEADER-NEXT: *  arg2: ?x4xf32 */
// HEADER-NEXT: void up(LowpCall *call, const LowpTensor2 *arg0, const LowpTensor2 *arg1, const LowpTensor2 *arg2);
// HEADER-NOT: hidden

// SYMBOLS-NOT: _ZN4mlir
// SYMBOLS-DAG: GLOBAL DEFAULT {{.*}} up
// SYMBOLS-DAG: GLOBAL DEFAULT {{.*}} lowpCallInit
// SYMBOLS-NOT: _ZN4mlir

// CHECK: LOWP_OK
// CHECK-NEXT: LOWP_ERROR_INVALID_ARGUMENT argument 0 of 'up': expected dimension 1 to be 512

func.func @up(%x: tensor<?x512xbf16>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}
