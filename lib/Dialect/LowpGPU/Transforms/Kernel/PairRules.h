//===- PairRules.h - The rules of pairs of CTAs -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PAIRRULES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PAIRRULES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp_gpu {

/// Checks what one CTA of a pair does for both: clusters are made of pairs,
/// both CTAs fill what their leader drains and drain what it fills, and
/// everybody signals the barrier that is waited for.
LogicalResult verifyPairRules(KernelOp kernel);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PAIRRULES_H
