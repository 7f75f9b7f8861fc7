// Loops stay unrolled as far as the config says: LLVM is told to keep them.
// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm | FileCheck %s
// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --convert-scf-to-cf --convert-cf-to-llvm | FileCheck %s --check-prefix=BRANCH

// CHECK: #[[KEPT:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL:.*]]>
// BRANCH: #[[KEPT:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL:.*]]>
gpu.module @kernels {
  // CHECK-LABEL:  llvm.func @loop(
  // CHECK:          scf.for
  // CHECK:          } {loop_annotation = #[[KEPT]]}
  // BRANCH-LABEL: llvm.func @loop(
  // BRANCH:         llvm.br ^{{.*}} {loop_annotation = #[[KEPT]]}
  lowp_gpu.kernel @loop(%K: i32) chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 2048 : i64, warps = 12 : i64} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %i = %zero to %K step %one : i32 {
      llvm.inline_asm has_side_effects "nanosleep.u32 $0;", "r" %i : (i32) -> ()
    }
  }
}
