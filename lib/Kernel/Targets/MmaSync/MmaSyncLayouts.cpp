//===- MmaSyncLayouts.cpp - How warps read operands with scales -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaSyncLayouts.h"
#include "WarpProduct.h"
#include "lowp/Kernel/Targets/Common/AtomLayouts.h"
#include "lowp/Kernel/Targets/Common/FactorLayouts.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::takesScales(const ScaledFormat &lhs,
                                 const ScaledFormat &rhs) {
  return lhs.block.rows == 1 && rhs.block == lhs.block &&
         lhs.scale == rhs.scale &&
         WarpProduct::getScaled(lhs.element, rhs.element, lhs.scale,
                                lhs.block.columns)
             .has_value();
}

OperandLayout
mlir::lowp_gpu::getMmaSyncReadLayout(Type element, RecipeAttrInterface recipe,
                                     const OperandLayout &layout) {
  ScaledFormat format{element, recipe.getScaleType(), recipe.getBlockShape()};
  if (!takesScales(format, format))
    return getFactorReadLayout(recipe, layout);
  return getAtomReadLayout(element, layout);
}
