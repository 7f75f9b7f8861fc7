// RUN: lowp-opt %s --lowp-serialize=format=isa | FileCheck %s

// LLVM may unroll a loop with a remainder loop only if that does not split
// warps: never around inline assembly.

// CHECK: .entry wait(
// CHECK-COUNT-1: nanosleep.u32
// CHECK-NOT: nanosleep.u32

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @wait(%count: i32) attributes {nvvm.kernel} {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      llvm.br ^head(%zero : i32)
    ^head(%i: i32):
      %more = llvm.icmp "slt" %i, %count : i32
      llvm.cond_br %more, ^body, ^exit
    ^body:
      llvm.inline_asm has_side_effects "nanosleep.u32 20;", "" : () -> ()
      %next = llvm.add %i, %one : i32
      llvm.br ^head(%next : i32)
    ^exit:
      llvm.return
    }
  }
}
