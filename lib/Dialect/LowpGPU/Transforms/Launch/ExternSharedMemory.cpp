//===- ExternSharedMemory.cpp - The shared memory that launches ask for ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_EXTERNSHAREDMEMORYPASS
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;

namespace {
struct ExternSharedMemoryPass
    : lowp_gpu::impl::ExternSharedMemoryPassBase<ExternSharedMemoryPass> {
  void runOnOperation() override {
    for (auto global : getOperation().getOps<LLVM::GlobalOp>()) {
      auto type = dyn_cast<LLVM::LLVMArrayType>(global.getType());
      bool isShared = global.getAddrSpace() ==
                      static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);
      if (isShared && type && type.getNumElements() == 0)
        global.setLinkage(LLVM::Linkage::External);
    }
  }
};
} // namespace
