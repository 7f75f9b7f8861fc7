// Functions that the linker would take for those of a library, and names that no
// header can declare.
// RUN: rm -rf %t && split-file %s %t
// RUN: not lowp-compile %t/expf.mlir --chip=sm_90a -o %t/expf.o 2>&1 | FileCheck %s --check-prefix=LIBC -DNAME=expf
// RUN: not lowp-compile %t/memset.mlir --chip=sm_90a -o %t/memset.so --runtime=none 2>&1 | FileCheck %s --check-prefix=LIBC -DNAME=memset
// RUN: not lowp-compile %t/connect.mlir --chip=sm_90a -o %t/connect.o 2>&1 | FileCheck %s --check-prefix=LIBC -DNAME=connect
// LIBC: error: expected a function's name that no other code has, got '[[NAME]]', which is a name of the C library; rename it, or make it private
// RUN: not lowp-compile %t/main.mlir --chip=sm_90a -o %t/main.o --header=%t/main.h 2>&1 | FileCheck %s --check-prefix=MAIN
// MAIN: expected the function's name to be one that C can declare, got 'main', which is the start of every C program; rename it
// RUN: not lowp-compile %t/finalize.mlir --chip=sm_90a -o %t/finalize.o 2>&1 | FileCheck %s --check-prefix=RESERVED
// RESERVED: got '__cxa_finalize', which is a name of the compiler and the linker; rename it
// RUN: not lowp-compile %t/runtime.mlir --chip=sm_90a -o %t/runtime.o 2>&1 | FileCheck %s --check-prefix=RUNTIME
// RUNTIME: got 'lowpMeasure', which is a name of lowp's runtime; rename it
// RUN: not lowp-compile %t/called.mlir --chip=sm_90a -o %t/called.o 2>&1 | FileCheck %s --check-prefix=CALLED
// CALLED: expected a name that no function has which the code calls, got 'lowpLaunchKernel'; rename it
// RUN: not ls %t/expf.o %t/memset.so %t/connect.o %t/main.o %t/finalize.o %t/runtime.o %t/called.o

// RUN: not lowp-compile %t/register.mlir --chip=sm_90a -o %t/register.o --header=%t/register.h 2>&1 | FileCheck %s --check-prefix=KEYWORD -DNAME=register
// RUN: not lowp-compile %t/new.mlir --chip=sm_90a -o %t/new.o --header=%t/new.h 2>&1 | FileCheck %s --check-prefix=KEYWORD -DNAME=new
// KEYWORD: error: expected the function's name to be one that C can declare, got '[[NAME]]', which is a keyword of C or C++; rename it, or make it private
// RUN: not lowp-compile %t/int32.mlir --chip=sm_90a -o %t/int32.o --header=%t/int32.h 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: got 'int32_t', which is a name of the C library's headers; rename it
// RUN: not lowp-compile %t/call.mlir --chip=sm_90a -o %t/call.o --header=%t/call.h 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: got 'LowpCall', which is a name of lowp's runtime; rename it

// What is private is nobody's business, and what only C cannot write is fine
// without a header.
// RUN: lowp-compile %t/register.mlir --chip=sm_90a -o %t/register.o
// Front ends call what they export main.
// RUN: lowp-compile %t/main.mlir --chip=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=EXPORTED
// EXPORTED: define {{.*}}@main(

//--- expf.mlir
func.func @expf() {
  return
}
//--- memset.mlir
func.func @memset() {
  return
}
//--- connect.mlir
func.func @connect() {
  return
}
//--- main.mlir
func.func @main() {
  return
}
//--- finalize.mlir
func.func @__cxa_finalize() {
  return
}
//--- runtime.mlir
func.func @lowpMeasure() {
  return
}
//--- called.mlir
func.func @lowpLaunchKernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- register.mlir
func.func @register() {
  call @memcpy() : () -> ()
  return
}
func.func private @memcpy() {
  return
}
//--- new.mlir
func.func @new() {
  return
}
//--- int32.mlir
func.func @int32_t() {
  return
}
//--- call.mlir
func.func @LowpCall() {
  return
}
