// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_90a --print-kernels -o %t.cubin 2>&1 | FileCheck %s
// RUN: llvm-readelf -h %t.cubin | FileCheck %s --check-prefix=ELF
// RUN: lowp-compile %s --chip=sm_90a --print-kernels -o %t.o 2>&1 | FileCheck %s
// RUN: lowp-compile %s --chip=sm_90a --print-kernels -o %t.ptx 2>&1 | FileCheck %s --check-prefix=PTX

// CHECK: kernel registers spills shared block cluster
// CHECK-NEXT: up_{{[A-Za-z0-9_]+}} {{[0-9]+}} 0 {{[0-9]+}} 256x1x1 -

// ELF: Machine: NVIDIA CUDA

// What ptxas would have measured is a dash.
// PTX: up_{{[A-Za-z0-9_]+}} - - - 256x1x1 -

func.func @up(%x: tensor<?x512xbf16>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}
