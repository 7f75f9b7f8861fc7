//===- HopperLayouts.h - How Hopper's kernels read operands -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_HOPPER_HOPPERLAYOUTS_H
#define LOWP_KERNEL_TARGETS_HOPPER_HOPPERLAYOUTS_H

#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// The layout in which kernels read an operand with scales of `recipe`, as like
/// `layout` as can be.
OperandLayout getHopperReadLayout(lowp::RecipeAttrInterface recipe,
                                  const OperandLayout &layout);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_HOPPER_HOPPERLAYOUTS_H
