// `x < 0 ? x : 0` is 0 for -0, and no minimum; `x > 0 ? x : 0` may be a maximum.
// RUN: lowp-opt %s --lowp-serialize=format=isa | FileCheck %s

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    // CHECK-LABEL: .entry below(
    // CHECK-NOT:   min.f32
    // CHECK:       setp.geu.f32
    // CHECK:       selp.f32
    llvm.func @below(%at: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %zero = llvm.mlir.constant(0.0 : f32) : f32
      %x = llvm.load %at : !llvm.ptr<1> -> f32
      %is = llvm.fcmp "olt" %x, %zero : f32
      %y = llvm.select %is, %x, %zero : i1, f32
      llvm.store %y, %at : f32, !llvm.ptr<1>
      llvm.return
    }

    // CHECK-LABEL: .entry not_below(
    // CHECK-NOT:   min.f16
    // CHECK:       setp.geu.f16
    llvm.func @not_below(%at: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %zero = llvm.mlir.constant(0.0 : f16) : f16
      %x = llvm.load %at : !llvm.ptr<1> -> f16
      %is = llvm.fcmp "uge" %x, %zero : f16
      %y = llvm.select %is, %zero, %x : i1, f16
      llvm.store %y, %at : f16, !llvm.ptr<1>
      llvm.return
    }

    // CHECK-LABEL: .entry above(
    // CHECK:       max.f32
    llvm.func @above(%at: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %zero = llvm.mlir.constant(0.0 : f32) : f32
      %x = llvm.load %at : !llvm.ptr<1> -> f32
      %is = llvm.fcmp "ogt" %x, %zero : f32
      %y = llvm.select %is, %x, %zero : i1, f32
      llvm.store %y, %at : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
