//===- SplitKRules.h - The rules of kernels that split K --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_SPLITKRULES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_SPLITKRULES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp_gpu {

/// Checks that a kernel whose config splits K adds up the parts, once per tile
/// and in a role that can, and that no other kernel does. What breaks a rule is
/// a diagnostic on the operation.
LogicalResult verifySplitKRules(KernelOp kernel);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_SPLITKRULES_H
