// RUN: lowp-opt %s --lowp-serialize="format=isa ptx-version=85" \
// RUN:   -split-input-file -verify-diagnostics
// RUN: not lowp-opt %s --lowp-serialize="format=isa ptx-version=89" 2>&1 \
// RUN:   | FileCheck %s

// CHECK: error: expected a PTX version that LLVM can write (80, {{.*}} 90), got 89

// The chip exists since PTX 8.6.
// expected-error @below {{expected PTX version 86 or higher for 'sm_100a', got 85}}
module attributes {lowp_gpu.chip = "sm_100a"} {
  gpu.module @kernels {
    llvm.func @empty() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}
