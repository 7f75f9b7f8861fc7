//===- ProductRules.h - The rules of products and their sums ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PRODUCTRULES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PRODUCTRULES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

namespace mlir::lowp_gpu {

/// Checks that `chip` multiplies the tiles of all products, that the role which
/// has them can issue them, that sums are read when they are finished, and that
/// tensor memory has room for those in it.
LogicalResult verifyProductRules(KernelOp kernel, const ChipTarget &chip);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PRODUCTRULES_H
