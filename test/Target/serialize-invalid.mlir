// RUN: lowp-opt %s --lowp-serialize=format=isa -split-input-file -verify-diagnostics

// expected-error @below {{expected a chip to compile for (sm_90a, sm_100a, sm_103a, sm_120a, sm_121a), got none; set option 'chip' or the module's 'lowp_gpu.chip'}}
module {
  gpu.module @kernels {
    llvm.func @empty() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

// expected-error @below {{expected a chip that lowp knows (sm_90a, sm_100a, sm_103a, sm_120a, sm_121a), got 'sm_91'}}
module attributes {lowp_gpu.chip = "sm_91"} {
  gpu.module @kernels {
    llvm.func @empty() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @add(%x: i32) attributes {nvvm.kernel} {
      // expected-error @below {{expected only operations of the llvm and nvvm dialects in a gpu.module to serialize}}
      %sum = arith.addi %x, %x : i32
      llvm.return
    }
  }
}

// -----

// An instruction of another chip.
module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @relinquish() attributes {nvvm.kernel} {
      // expected-error @below {{expected a chip that has this instruction (sm_100a, sm_101a), got 'sm_90a'}}
      nvvm.tcgen05.relinquish_alloc_permit
      llvm.return
    }
  }
}

// -----

// LLVM's complaints about inline assembly arrive at the operation.
module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @constraint(%x: i32) attributes {nvvm.kernel} {
      llvm.inline_asm has_side_effects "// fine", "r" %x : (i32) -> ()
      // expected-error @below {{LLVM: unknown asm constraint 'x'}}
      llvm.inline_asm has_side_effects "// $0", "x" %x : (i32) -> ()
      llvm.return
    }
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    // expected-error @below {{expected '__nv_expf' to have a body}}
    llvm.func @__nv_expf(f32) -> f32
    llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
    llvm.func @exp(%x: f32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %y = llvm.call @__nv_expf(%x) : (f32) -> f32
      llvm.store %y, %out : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
