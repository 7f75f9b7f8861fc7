// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-prepare-host-code{only=return-on-failure})" | FileCheck %s

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

// Checks of the body become branches, in their order; those within loops are left
// to the conversion of these.
// CHECK-LABEL: func.func @structured(
// CHECK-SAME: %[[CALL:.*]]: !llvm.ptr, %[[A:.*]]: i1, %[[B:.*]]: i1,
// CHECK:         cf.cond_br %[[A]], ^[[FIRST:.*]], ^[[SECOND:.*]]
// CHECK-NEXT:  ^[[FIRST]]:
// CHECK-NEXT:    llvm.call @lowpFail(%[[CALL]])
// CHECK-NEXT:    return
// CHECK-NEXT:  ^[[SECOND]]:
// CHECK-NEXT:    cf.cond_br %[[B]], ^[[FAILS:.*]], ^[[REST:.*]]
// CHECK-NEXT:  ^[[FAILS]]:
// CHECK-NEXT:    llvm.call @lowpFail(%[[CALL]])
// CHECK-NEXT:    return
// CHECK-NEXT:  ^[[REST]]:
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.if %[[A]]
// CHECK:         scf.if %[[B]]
// CHECK-NEXT:      llvm.call @lowpLaunchKernel
// CHECK:         return
func.func @structured(%call: !llvm.ptr, %a: i1, %b: i1, %n: index, %one: index) {
  scf.if %a {
    llvm.call @lowpFail(%call) : (!llvm.ptr) -> ()
  }
  scf.if %b {
    llvm.call @lowpFail(%call) : (!llvm.ptr) -> ()
  }
  scf.for %i = %one to %n step %one {
    scf.if %a {
      llvm.call @lowpFail(%call) : (!llvm.ptr) -> ()
    }
  }
  scf.if %b {
    llvm.call @lowpLaunchKernel(%call) : (!llvm.ptr) -> ()
  }
  return
}
