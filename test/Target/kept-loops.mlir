// LLVM does not unroll a loop with the mark of convert-lowp-gpu-to-nvvm, which does
// not reach ptxas; others it does.
// RUN: lowp-opt %s --lowp-serialize=format=isa | FileCheck %s

#kept = #llvm.loop_annotation<unroll = <disable = true, runtimeDisable = true>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    // CHECK:       .entry kept(
    // CHECK-NOT:   nounroll
    // CHECK:       st.volatile.global
    // CHECK-NOT:   st.volatile.global
    // CHECK:       .entry unrolled(
    // CHECK-COUNT-8: st.volatile.global
    llvm.func @kept(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %eight = llvm.mlir.constant(8 : i32) : i32
      llvm.br ^head(%zero : i32)
    ^head(%i: i32):
      %more = llvm.icmp "slt" %i, %eight : i32
      llvm.cond_br %more, ^body, ^end
    ^body:
      llvm.store volatile %i, %out : i32, !llvm.ptr<1>
      %next = llvm.add %i, %one : i32
      llvm.br ^head(%next : i32) {loop_annotation = #kept}
    ^end:
      llvm.return
    }
    llvm.func @unrolled(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %eight = llvm.mlir.constant(8 : i32) : i32
      llvm.br ^head(%zero : i32)
    ^head(%i: i32):
      %more = llvm.icmp "slt" %i, %eight : i32
      llvm.cond_br %more, ^body, ^end
    ^body:
      llvm.store volatile %i, %out : i32, !llvm.ptr<1>
      %next = llvm.add %i, %one : i32
      llvm.br ^head(%next : i32)
    ^end:
      llvm.return
    }
  }
}
