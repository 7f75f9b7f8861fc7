//===- MovedGroups.cpp - Groups that begin elsewhere ----------------------
//===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/MovedGroups.h"

#include "ScaledType/VerifyTypes.h"

#include "lowp/Support/BlockShape.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/AffineExpr.h"

using namespace mlir;
using namespace mlir::lowp;

int64_t mlir::lowp::countPlaces(int64_t size, int64_t count, int64_t start) {
  BlockShape block{start, start};
  int64_t blocks = block.countInGroups(0, size, count, /*alignment=*/1);
  return ShapedType::isDynamic(blocks) ? blocks : blocks * start;
}

OpFoldResult mlir::lowp::buildPlaces(OpBuilder &builder, Location loc,
                                     OpFoldResult size, GroupsAttr groups) {
  int64_t start = groups.getStart();
  AffineExpr raised =
      builder.getAffineDimExpr(0) + groups.getCount() * (start - 1);
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(1, 0, raised.floorDiv(start) * start), size);
}

ScaledType mlir::lowp::withMovedGroups(ScaledType type, GroupsAttr groups) {
  SmallVector<int64_t> shape(type.getShape());
  int64_t &size = shape[groups.getAxis()];
  if (type.getGroups().getStart() != groups.getStart())
    size = countPlaces(size, groups.getCount(), groups.getStart());
  return ScaledType::get(type.getContext(), shape, type.getElementType(),
                         type.getRecipe(), type.getOrder(),
                         type.getDataLayout(), type.getScaleLayout(),
                         type.getConvention(), type.getPacking(), groups);
}

bool mlir::lowp::movesData(ScaledType from, ScaledType to) {
  GroupsAttr before = from.getGroups(), after = to.getGroups();
  return before && after && before.getCount() == after.getCount() &&
         before.getAxis() == after.getAxis() &&
         before.getStart() != after.getStart();
}

bool mlir::lowp::isRelayoutOf(ScaledType from, ScaledType to) {
  if (!movesData(from, to))
    return from.differsOnlyInLayout(to);
  GroupsAttr before = from.getGroups(), after = to.getGroups();
  int64_t axis = after.getAxis();
  int64_t extent = from.getRecipe().getBlockShape().extent(axis);
  int64_t places =
      countPlaces(from.getShape()[axis], after.getCount(), after.getStart());
  return !ShapedType::isDynamic(after.getCount()) &&
         (extent == BlockShape::kWhole || after.keepsPlaces(extent)) &&
         after.getStart() % before.getStart() == 0 &&
         mayBeEqual(places, to.getShape()[axis]) &&
         from.getShape()[1 - axis] == to.getShape()[1 - axis] &&
         from.getElementType() == to.getElementType() &&
         from.getRecipe() == to.getRecipe() &&
         from.getConvention() == to.getConvention();
}
