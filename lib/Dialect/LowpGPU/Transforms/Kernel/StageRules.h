//===- StageRules.h - The rules of pipelines --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_STAGERULES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_STAGERULES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp_gpu {

/// Checks how the pipelines of a kernel are used, before they are
/// materialized. What breaks a rule is a diagnostic on the operation.
LogicalResult verifyStageRules(KernelOp kernel);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_STAGERULES_H
