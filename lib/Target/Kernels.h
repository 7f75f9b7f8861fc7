//===- Kernels.h - Kernels of a lowered gpu.module --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_KERNELS_H
#define LOWP_LIB_TARGET_KERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::lowp {

inline bool isKernel(LLVM::LLVMFuncOp function) {
  return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
}

/// The kernels of `module`, in its order.
inline SmallVector<LLVM::LLVMFuncOp> getKernels(gpu::GPUModuleOp module) {
  return llvm::filter_to_vector(module.getOps<LLVM::LLVMFuncOp>(), isKernel);
}

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_KERNELS_H
