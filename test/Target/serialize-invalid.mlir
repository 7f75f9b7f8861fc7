// RUN: %twins %s | lowp-opt --lowp-serialize=format=isa -split-input-file -verify-diagnostics

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @empty() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}

// TWIN
//   llvm.func @empty() attributes {nvvm.kernel} { =>
//     llvm.func @add(%x: i32) attributes {nvvm.kernel} {
//     %sum = arith.addi %x, %x : i32
//   error at arith.addi: expected only operations of the llvm and nvvm dialects in a gpu.module to serialize

// TWIN: An instruction of another chip.
//   llvm.func @empty() attributes {nvvm.kernel} { =>
//     llvm.func @relinquish() attributes {nvvm.kernel} {
//     nvvm.tcgen05.relinquish_alloc_permit
//   error at nvvm.tcgen05.relinquish_alloc_permit: expected a chip that has this instruction (sm_100a, sm_101a), got 'sm_90a'

// TWIN: LLVM's complaints about inline assembly arrive at the operation.
//   llvm.func @empty() attributes {nvvm.kernel} { =>
//     llvm.func @constraint(%x: i32) attributes {nvvm.kernel} {
//     llvm.inline_asm has_side_effects "// fine", "r" %x : (i32) -> ()
//     llvm.inline_asm has_side_effects "// $0", "x" %x : (i32) -> ()
//   error at llvm.inline_asm has_side_effects "// $0",: LLVM: unknown asm constraint 'x'

// TWIN
//   llvm.func @empty() attributes {nvvm.kernel} { =>
//     llvm.func @__nv_expf(f32) -> f32
//     llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
//     llvm.func @exp(%x: f32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
//       %y = llvm.call @__nv_expf(%x) : (f32) -> f32
//       llvm.store %y, %out : f32, !llvm.ptr<1>
//   error at llvm.func: expected '__nv_expf' to have a body

// -----

// expected-error @below {{expected a chip that lowp knows (sm_90a, sm_100a, sm_103a, sm_120a, sm_121a), got 'sm_91'}}
module attributes {lowp_gpu.chip = "sm_91"} {
  gpu.module @kernels {
    llvm.func @empty() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}
