// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx 2>&1 | FileCheck %s

// CHECK: no-kernels-invalid.mlir:{{.*}}: error: expected kernels to write, got none

func.func @nothing() {
  return
}
