// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-return-on-failure))" | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK:         cf.cond_br %{{.*}}, ^[[FAILS:.*]], ^[[GOES_ON:.*]]
// CHECK:       ^[[FAILS]]:
// CHECK-NEXT:    llvm.call @lowpFail(%{{.*}})
// CHECK-NEXT:    return
// CHECK:       ^[[GOES_ON]]:
// CHECK-NEXT:    llvm.call @lowpLaunchKernel
llvm.func @lowpFail(!llvm.ptr)
llvm.func @lowpLaunchKernel(!llvm.ptr)
func.func @f(%call: !llvm.ptr, %fails: i1) {
  cf.cond_br %fails, ^fails, ^goes_on
^fails:
  llvm.call @lowpFail(%call) : (!llvm.ptr) -> ()
  cf.br ^goes_on
^goes_on:
  llvm.call @lowpLaunchKernel(%call) : (!llvm.ptr) -> ()
  return
}
