// REQUIRES: ptxas
// RUN: lowp-opt %s --lowp-serialize="format=bin strict=false" -split-input-file -verify-diagnostics
// RUN: sed s/nvvm.kernel/nvvm.kernel,lowp_gpu.gemm/ %s \
// RUN:   | lowp-opt --lowp-serialize="format=bin strict=false" -split-input-file -verify-diagnostics

// Without strict notes on speed are remarks. ptxas-notes-invalid.mlir has the errors.

module attributes {lowp_gpu.chip = "sm_90a"} {
  // ptxas does not say which kernel it means.
  // expected-remark @below {{ptxas: C7508: Potential Performance Loss: 'setmaxnreg' ignored}}
  gpu.module @kernels {
    llvm.func @ignored() attributes {nvvm.kernel} {
      nvvm.setmaxregister decrease 40
      llvm.return
    }
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    // expected-remark @below {{kernel 'spilling' runs out of registers}}
    llvm.func @spilling(%in: !llvm.ptr<1>) attributes {
        nvvm.kernel, nvvm.maxnreg = 24 : i32} {
      %values = llvm.load volatile %in : !llvm.ptr<1> -> vector<64xf32>
      %doubled = llvm.fadd %values, %values : vector<64xf32>
      llvm.store volatile %doubled, %in : vector<64xf32>, !llvm.ptr<1>
      llvm.return
    }
  }
}
