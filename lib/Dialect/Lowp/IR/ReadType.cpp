//===- ReadType.cpp - As what kernels read an operand ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/ReadType.h"

using namespace mlir;
using namespace mlir::lowp;

/// Scales of rows of a group are copied at a time, as neighbours: the layout of
/// `type`, or the one of which that is true.
static ScaleLayoutAttrInterface alignGroups(ScaledType type,
                                            ScaleLayoutAttrInterface scales) {
  BlockShape block = type.getRecipe().getBlockShape();
  bool isOfRows =
      block.rows != BlockShape::kWhole && block.columns == BlockShape::kWhole;
  if (!type.isGrouped() || type.getGroups().getAxis() != 1 || !isOfRows)
    return scales;
  constexpr int64_t kScalesPerCopy = 4; // 16 bytes of f32
  AffineMap shape = scales.getStorageShapeMap();
  AffineMap swapped = AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0},
                                                   scales.getContext());
  bool areNeighbours = scales.getStorageMap() == swapped &&
                       shape.getNumResults() == 2 &&
                       shape.getResult(1).isMultipleOf(kScalesPerCopy);
  return areNeighbours ? scales
                       : MNMajorAttr::get(scales.getContext(), kScalesPerCopy,
                                          /*transposed=*/false);
}

ScaledType mlir::lowp::getReadType(ScaledType type,
                                   const lowp_gpu::KernelTarget &target) {
  lowp_gpu::OperandLayout read = target.getReadLayout(
      type.getElementType(), type.getRecipe(),
      {SmallVector<int64_t, 2>(type.getOrder()), type.getDataLayout(),
       type.getScaleLayout(), type.isPacked()});
  return type.withOrder(read.order)
      .withDataLayout(read.data)
      .withScaleLayout(alignGroups(type, read.scales))
      .withPacking(read.isPacked ? Packing::Dense : Packing::Bytes);
}

lowp_gpu::ScaledFormat mlir::lowp::getScaledFormat(ScaledType type) {
  RecipeAttrInterface recipe = type.getRecipe();
  return {type.getElementType(), recipe.getScaleType(), recipe.getBlockShape()};
}

const lowp_gpu::MmaAtom *
mlir::lowp::findAtom(ScaledType lhs, ScaledType rhs,
                     const lowp_gpu::KernelTarget &target) {
  if (const lowp_gpu::MmaAtom *atom =
          target.getScaledMmaAtom(getScaledFormat(lhs), getScaledFormat(rhs)))
    return atom;
  return target.getMmaAtom(lhs.getElementType(), rhs.getElementType());
}

bool mlir::lowp::takesEitherOrder(ScaledType lhs, ScaledType rhs,
                                  const lowp_gpu::KernelTarget &target) {
  const lowp_gpu::MmaAtom *atom = findAtom(lhs, rhs, target);
  return atom && atom->takesMNMajor();
}
