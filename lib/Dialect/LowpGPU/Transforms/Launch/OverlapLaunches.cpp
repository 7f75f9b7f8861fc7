//===- OverlapLaunches.cpp - Kernels wait for their predecessor -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets a kernel wait for the end of its predecessor in the stream itself
// (`griddepcontrol.wait`) before it touches memory, and marks it
// `lowp_gpu.overlaps_previous`: programmatic dependent launch. It does not say
// when its successor may start, which is at its end: the CTAs of a matmul are
// neighbours only on a free chip.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static void overlap(gpu::GPUFuncOp kernel) {
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

void mlir::lowp::overlapLaunches(gpu::GPUModuleOp op) {
  for (auto kernel : op.getOps<gpu::GPUFuncOp>())
    overlap(kernel);
}
