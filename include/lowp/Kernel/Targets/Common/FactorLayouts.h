//===- FactorLayouts.h - Layouts of scales that are factors -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_FACTORLAYOUTS_H
#define LOWP_KERNEL_TARGETS_COMMON_FACTORLAYOUTS_H

#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// The layout in which kernels read an operand with scales of `recipe` that are
/// factors of sums, as like `layout` as can be.
OperandLayout getFactorReadLayout(lowp::RecipeAttrInterface recipe,
                                  const OperandLayout &layout);

/// The layout in which kernels of `target`, of whose products some take scales,
/// read an operand of `element` with scales of `recipe`.
OperandLayout getScaledReadLayout(const KernelTarget &target, Type element,
                                  lowp::RecipeAttrInterface recipe,
                                  const OperandLayout &layout);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_FACTORLAYOUTS_H
