//===- AtomLayouts.h - Layouts of scales that products take -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_ATOMLAYOUTS_H
#define LOWP_KERNEL_TARGETS_COMMON_ATOMLAYOUTS_H

#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// The layout in which kernels read an operand of `element` whose scales the
/// instruction takes itself, in atoms of 128 rows, as like `layout` as can be.
OperandLayout getAtomReadLayout(Type element, const OperandLayout &layout);

/// Whether `ProductT` has an instruction that takes the scales of both
/// operands.
template <typename ProductT>
bool takesScales(const ScaledFormat &lhs, const ScaledFormat &rhs) {
  return lhs.block.rows == 1 && rhs.block == lhs.block &&
         lhs.scale == rhs.scale &&
         ProductT::getScaled(lhs.element, rhs.element, lhs.scale,
                             lhs.block.columns)
             .has_value();
}

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_ATOMLAYOUTS_H
