//===- MmaSyncLayouts.cpp - How warps read operands with scales -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaSyncLayouts.h"
#include "WarpProduct.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
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
  MLIRContext *context = recipe.getContext();
  OperandLayout read = layout;
  read.order = {0, 1};
  read.data = IdentityAttr::get(context);
  read.scales = SwizzledAttr::getUsual(context);
  // Elements of 6 bits have a byte each, as the instruction takes them.
  read.isPacked = element.getIntOrFloatBitWidth() == 4;
  return read;
}
