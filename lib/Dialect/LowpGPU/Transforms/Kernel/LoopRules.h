//===- LoopRules.h - The loops of roles that share a pipeline ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_LOOPRULES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_LOOPRULES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp_gpu {

/// Checks that both sides of a pipeline visit as many stages, in the same
/// loops, and at each iteration mean the same by one.
LogicalResult verifyLoops(PipelineOp pipeline);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_LOOPRULES_H
