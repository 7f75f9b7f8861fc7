// RUN: lowp-opt %s --lowp-serialize=format=isa | FileCheck %s

// A call between wgmma instructions would serialize them.

// CHECK-NOT: .func step
// CHECK: .entry kernel(
// CHECK-NOT: call

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @step(%out: !llvm.ptr<1>, %value: i32) {
      llvm.inline_asm has_side_effects "st.global.b32 [$0], $1;", "l,r"
        %out, %value : (!llvm.ptr<1>, i32) -> ()
      llvm.return
    }
    llvm.func @kernel(%out: !llvm.ptr<1>, %value: i32) attributes {nvvm.kernel} {
      llvm.call @step(%out, %value) : (!llvm.ptr<1>, i32) -> ()
      llvm.call @step(%out, %value) : (!llvm.ptr<1>, i32) -> ()
      llvm.return
    }
  }
}
