//===- MmaSyncLayouts.h - How warps read operands with scales ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_MMASYNCLAYOUTS_H
#define LOWP_KERNEL_TARGETS_MMASYNC_MMASYNCLAYOUTS_H

#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// Whether an instruction takes the scales of both operands.
bool takesScales(const ScaledFormat &lhs, const ScaledFormat &rhs);

/// The layout in which kernels read an operand of `element` with scales of
/// `recipe`, as like `layout` as can be.
OperandLayout getMmaSyncReadLayout(Type element,
                                   lowp::RecipeAttrInterface recipe,
                                   const OperandLayout &layout);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_MMASYNCLAYOUTS_H
