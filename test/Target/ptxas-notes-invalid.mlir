// REQUIRES: ptxas
// RUN: lowp-opt %s --lowp-serialize=format=bin -split-input-file -verify-diagnostics
// Kernels of gemms or not: notes that cost speed are errors.
// RUN: sed 's/, lowp_gpu.gemm//' %s | lowp-opt --lowp-serialize=format=bin -split-input-file -verify-diagnostics

module attributes {lowp_gpu.chip = "sm_90a"} {
  // expected-error @below {{ptxas: C7508: Potential Performance Loss: 'setmaxnreg' ignored}}
  gpu.module @kernels {
    llvm.func @ignored() attributes {nvvm.kernel, lowp_gpu.gemm} {
      nvvm.setmaxregister decrease 40
      llvm.return
    }
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    // expected-error-re @below {{kernel 'spilling' runs out of registers: {{.*}}; take another config, or let the kernel be slow: --strict=false}}
    llvm.func @spilling(%in: !llvm.ptr<1>) attributes {
        nvvm.kernel, nvvm.maxnreg = 24 : i32, lowp_gpu.gemm} {
      %values = llvm.load volatile %in : !llvm.ptr<1> -> vector<64xf32>
      %doubled = llvm.fadd %values, %values : vector<64xf32>
      llvm.store volatile %doubled, %in : vector<64xf32>, !llvm.ptr<1>
      llvm.return
    }
  }
}

// -----

// What ptxas refuses is an error at the kernel, with the line of PTX.
module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @fine() attributes {nvvm.kernel} {
      llvm.return
    }
    // expected-error @below {{ptxas: Unknown modifier '.globl'}}
    // expected-note-re @below {{line {{[0-9]+}} of the PTX: st.globl.b32}}
    llvm.func @misspelt(%out: !llvm.ptr<1>, %value: i32) attributes {nvvm.kernel} {
      llvm.inline_asm has_side_effects "st.globl.b32 [$0], $1;", "l,r"
        %out, %value : (!llvm.ptr<1>, i32) -> ()
      llvm.return
    }
  }
}
