// RUN: lowp-opt %s --lowp-to-cpu | FileCheck %s --check-prefix=CPU
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s --check-prefix=GPU

// Arithmetic on whole tensors needs no linalg op around it.
// CPU: llvm.fadd
// GPU: llvm.func @{{.*}} attributes {{{.*}}nvvm.kernel
// GPU: llvm.fadd
func.func @residual(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = arith.addf %x, %y : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
