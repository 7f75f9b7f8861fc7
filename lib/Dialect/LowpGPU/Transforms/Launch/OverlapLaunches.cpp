//===- OverlapLaunches.cpp - Kernels wait for their predecessor -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_OVERLAPLAUNCHESPASS
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
struct OverlapLaunches
    : public lowp_gpu::impl::OverlapLaunchesPassBase<OverlapLaunches> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    StringRef name = LowpGPUDialect::getOverlapsPreviousAttrName();
    if (!kernel.isKernel() || kernel->hasAttr(name))
      return;
    // Before every access of every thread: what the kernel writes may be what
    // its predecessor still reads.
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    NVVM::GriddepcontrolOp::create(builder, kernel.getLoc(),
                                   NVVM::GridDepActionKind::wait);
    kernel->setAttr(name, builder.getUnitAttr());
  }
};
} // namespace
