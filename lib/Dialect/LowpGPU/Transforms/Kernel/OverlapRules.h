//===- OverlapRules.h - The rules of overlapping stores ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_OVERLAPRULES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_OVERLAPRULES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

namespace mlir::lowp_gpu {

/// The most steps that a store of `tiles` has; 0 without stores.
int64_t countStoreSteps(ForEachTileOp tiles);

/// Checks that known K have a block for each step of the store that hides
/// after them, or the kernel would wait for blocks that nobody loads.
LogicalResult verifyOverlapRules(KernelOp kernel, const ChipTarget &chip);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_OVERLAPRULES_H
