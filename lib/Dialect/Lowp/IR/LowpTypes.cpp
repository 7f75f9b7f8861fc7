//===- LowpTypes.cpp - Types of the lowp dialect --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp;

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpTypes.cpp.inc"

void LowpDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "lowp/Dialect/Lowp/IR/LowpTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Derived types
//===----------------------------------------------------------------------===//

ScaledType ScaledType::getTransposed() const {
  SmallVector<int64_t> shape(getShape());
  std::swap(shape.end()[-1], shape.end()[-2]);
  int64_t order[] = {1 - getOrder()[0], 1 - getOrder()[1]};
  auto recipe = cast<RecipeAttrInterface>(getRecipe().getTransposedRecipe());
  auto layout =
      cast<ScaleLayoutAttrInterface>(getScaleLayout().getTransposedLayout());
  return get(getContext(), shape, getElementType(), recipe, order,
             getDataLayout(), layout, getConvention(), getPacking(),
             isGrouped() ? getGroups().getTransposed() : GroupsAttr());
}

ScaledType ScaledType::getMatrixType() const {
  return withShape(getMatrixShape());
}

ScaledType ScaledType::withShape(ArrayRef<int64_t> shape) const {
  return get(getContext(), shape, getElementType(), getRecipe(), getOrder(),
             getDataLayout(), getScaleLayout(), getConvention(), getPacking(),
             getGroups());
}

ScaledType ScaledType::withOrder(ArrayRef<int64_t> order) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(), order,
             getDataLayout(), getScaleLayout(), getConvention(), getPacking(),
             getGroups());
}

ScaledType ScaledType::withDataLayout(DataLayoutAttrInterface layout) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), layout, getScaleLayout(), getConvention(),
             getPacking(), getGroups());
}

ScaledType ScaledType::withScaleLayout(ScaleLayoutAttrInterface layout) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), getDataLayout(), layout, getConvention(), getPacking(),
             getGroups());
}

ScaledType ScaledType::withPacking(Packing packing) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), getDataLayout(), getScaleLayout(), getConvention(),
             packing, getGroups());
}

ScaledType ScaledType::withGroups(GroupsAttr groups) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), getDataLayout(), getScaleLayout(), getConvention(),
             getPacking(), groups);
}

/// Whether blocks and scales stay the same with the groups of `to` in place of
/// those of `from`, but for the places of scales. One scale of all is repeated
/// for groups that are added.
static bool mayRegroup(ScaledType from, ScaledType to) {
  GroupsAttr before = from.getGroups(), after = to.getGroups();
  if (before && after)
    return before.dividesLike(after);
  GroupsAttr groups = before ? before : after;
  if (!groups)
    return true;
  BlockShape block = from.getRecipe().getBlockShape();
  return block.extent(groups.getAxis()) == 1 &&
         (!before || !from.hasGlobalScale());
}

bool ScaledType::differsOnlyInLayout(ScaledType other) const {
  return mayRegroup(*this, other) && getShape() == other.getShape() &&
         getElementType() == other.getElementType() &&
         getRecipe() == other.getRecipe() &&
         getConvention() == other.getConvention();
}
