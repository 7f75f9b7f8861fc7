//===- ReadType.cpp - As what kernels read an operand ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/ReadType.h"

using namespace mlir;
using namespace mlir::lowp;

ScaledType mlir::lowp::getReadType(ScaledType type,
                                   const lowp_gpu::KernelTarget &target) {
  lowp_gpu::OperandLayout read = target.getReadLayout(
      type.getElementType(), type.getRecipe(),
      {SmallVector<int64_t, 2>(type.getOrder()), type.getDataLayout(),
       type.getScaleLayout(), type.isPacked()});
  return type.withOrder(read.order)
      .withDataLayout(read.data)
      .withScaleLayout(read.scales)
      .withPacking(read.isPacked ? Packing::Dense : Packing::Bytes);
}

lowp_gpu::ScaledFormat mlir::lowp::getScaledFormat(ScaledType type) {
  RecipeAttrInterface recipe = type.getRecipe();
  return {type.getElementType(), recipe.getScaleType(), recipe.getBlockShape()};
}

bool mlir::lowp::isMultiplied(ScaledType lhs, ScaledType rhs,
                              const lowp_gpu::KernelTarget &target) {
  return target.getScaledMmaAtom(getScaledFormat(lhs), getScaledFormat(rhs)) ||
         target.getMmaAtom(lhs.getElementType(), rhs.getElementType());
}
