//===- LowpGPUToNVVM.td - The kernel level becomes NVVM ----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPGPUTONVVM_LOWPGPUTONVVM
#define LOWP_CONVERSION_LOWPGPUTONVVM_LOWPGPUTONVVM

include "mlir/Pass/PassBase.td"

def ConvertLowpGPUToNVVMPass
    : Pass<"convert-lowp-gpu-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "turn lowp_gpu kernels into llvm.func with NVVM operations";
  let description = [{
    The last kernel-level step: barriers, copies and warp operations are alike
    on all targets; mma, promotion and store come from the chip's
    `KernelTarget`. scf and arith remain for upstream conversions.

    Before: `lowp_gpu.kernel @gemm(...) chip "sm_90a" ... { ... }`
    After: `llvm.func @gemm(...) attributes {nvvm.kernel, ...} { ... }`
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // LOWP_CONVERSION_LOWPGPUTONVVM_LOWPGPUTONVVM
