//===- ExternSharedMemory.cpp - The shared memory that launches ask for ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `gpu.dynamic_shared_memory` becomes an internal array without elements, which
// LLVM's backend for PTX gives a place among the arrays of known size. Only an
// external one is the memory that a launch asks for.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

void mlir::lowp::externSharedMemory(gpu::GPUModuleOp op) {
  for (auto global : op.getOps<LLVM::GlobalOp>()) {
    auto type = dyn_cast<LLVM::LLVMArrayType>(global.getType());
    bool isShared = global.getAddrSpace() ==
                    static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);
    if (isShared && type && type.getNumElements() == 0)
      global.setLinkage(LLVM::Linkage::External);
  }
}
