//===- LayoutPatterns.cpp - relayout and transpose ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockGrid.h"
#include "DataStorage.h"
#include "LinalgBuilders.h"
#include "MoveGroups.h"
#include "PackedData.h"
#include "Patterns.h"
#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/MovedGroups.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

Value reorderData(OpBuilder &builder, Location loc, const ScaledParts &parts,
                  ScaledType type, ArrayRef<OpFoldResult> sizes) {
  if (parts.type.getOrder() == type.getOrder() &&
      parts.type.getPacking() == type.getPacking())
    return parts.data;
  auto copy = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    Value element = fromUnpackedElement(b, loc, parts.type, args[0]);
    return toUnpackedElement(b, loc, type, element);
  };
  return buildGeneric(builder, loc, parts.data,
                      buildEmptyData(builder, loc, type, sizes),
                      {getDataMap(parts.type), getDataMap(type)}, copy);
}

/// The place, along the dimension of the groups, where the scales of `from`
/// have that of `place` in the scales of `to`.
Value findPlace(OpBuilder &builder, Location loc, const BlockGrid &from,
                const BlockGrid &to, Value place) {
  // Without groups blocks are single elements, or relayouts could not add or
  // drop groups.
  if (!to.getGroupedDim())
    return from.getGroups().getBlock(builder, loc, place);
  const GroupedDim &groups = to.getGroups();
  if (!from.getGroupedDim()) {
    Value first = arith::ConstantIndexOp::create(builder, loc, 0);
    return groups.getElement(builder, loc, place, first).first;
  }
  Value group = groups.getGroupOfBlock(builder, loc, place);
  Value inGroup = arith::SubIOp::create(
      builder, loc, place, groups.getFirstBlock(builder, loc, group));
  return arith::AddIOp::create(
      builder, loc, from.getGroups().getFirstBlock(builder, loc, group),
      inGroup);
}

/// Whether the scales of `from` have a place for entry (i, j) of those of `to`,
/// a block; null for always.
Value hasScale(OpBuilder &builder, Location loc, const BlockGrid &from,
               const BlockGrid &to, ValueRange entry) {
  if (to.getGroupedDim())
    return {};
  return from.isInGroup(builder, loc, entry);
}

Value reorderScales(OpBuilder &builder, Location loc, const ScaledParts &parts,
                    ScaledType type, ArrayRef<OpFoldResult> sizes, Value ends) {
  if (parts.type.getScaleLayout() == type.getScaleLayout() &&
      parts.type.getGroups() == type.getGroups())
    return parts.scales;
  BlockGrid from(builder, loc, parts.type, sizes, ends);
  GroupsAttr places = movesData(parts.type, type)
                          ? getPlacesOfMoved(parts.type, type)
                          : type.getGroups();
  BlockGrid to(builder, loc, type.getRecipe().getBlockShape(), sizes, places,
               ends);
  std::optional<unsigned> groupedDim =
      from.getGroupedDim() ? from.getGroupedDim() : to.getGroupedDim();
  auto getScale = [&](OpBuilder &b, Location loc, Value i, Value j) {
    SmallVector<Value> entry = {i, j};
    auto read = [&](OpBuilder &b, Location loc) {
      if (groupedDim)
        entry[*groupedDim] = findPlace(b, loc, from, to, entry[*groupedDim]);
      return buildStoredScaleAt(b, loc, parts, from, entry[0], entry[1]);
    };
    auto pad = [&](OpBuilder &b, Location loc) {
      return buildPadding(b, loc, type);
    };
    return buildWhere(b, loc, hasScale(b, loc, from, to, entry), read, pad);
  };
  return buildScaleStorage(builder, loc, type, to, getScale);
}

/// The global scale of `parts` for each group of `type`, which end at `ends`;
/// null without.
Value repeatGlobalScale(OpBuilder &builder, Location loc,
                        const ScaledParts &parts, ScaledType type, Value ends) {
  if (!parts.globalScale || parts.type.isGrouped() || !type.isGrouped())
    return parts.globalScale;
  AffineMap only = AffineMap::get(1, 0, builder.getAffineConstantExpr(0),
                                  builder.getContext());
  Value repeated = buildElements(
      builder, loc, tensor::getMixedSize(builder, loc, ends, 0),
      builder.getF32Type(), parts.globalScale, only,
      [](ImplicitLocOpBuilder &, ValueRange args) { return args[0]; });
  return castTensor(builder, loc, repeated, type.getGlobalScaleType());
}

/// The sizes (rows, columns) of a matrix of `sizes` as `type`.
SmallVector<OpFoldResult> getNewSizes(OpBuilder &builder, Location loc,
                                      ScaledType from, ScaledType to,
                                      ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> moved(sizes);
  if (movesData(from, to)) {
    OpFoldResult &size = moved[to.getGroups().getAxis()];
    size = buildPlaces(builder, loc, size, to.getGroups());
  }
  return moved;
}

/// Whether only scales move: then data of several elements a byte are not taken
/// apart. Panels have padding, which a new value has with zeros.
bool keepsStored(ScaledType from, ScaledType to) {
  return !movesData(from, to) && from.getOrder() == to.getOrder() &&
         from.getPacking() == to.getPacking() &&
         from.getDataLayout() == to.getDataLayout() &&
         to.hasIdentityDataLayout();
}

/// The data of the result of `op`, whose input has `sizes`, in the order of its
/// type.
Value buildData(OpBuilder &builder, RelayoutOp op, const ScaledParts &parts,
                ArrayRef<OpFoldResult> sizes) {
  ScaledType type = op.getType();
  if (!movesData(parts.type, type))
    return reorderData(builder, op.getLoc(), parts, type, sizes);
  return moveGroups(builder, op.getLoc(), parts.data, parts.type, type, sizes,
                    getNewSizes(builder, op.getLoc(), parts.type, type, sizes),
                    op.getEnds());
}

/// The same as they are stored; null where elements have to be taken apart.
Value buildStoredData(OpBuilder &builder, RelayoutOp op,
                      ArrayRef<OpFoldResult> sizes) {
  ScaledType from = op.getInput().getType(), to = op.getType();
  bool isMoved = movesData(from, to);
  if (isMoved ? !movesBytes(from, to) : !keepsStored(from, to))
    return {};
  Location loc = op.getLoc();
  Value stored = SplitScaledOp::create(builder, loc, op.getInput()).getData();
  return isMoved ? moveGroups(builder, loc, stored, from, to, sizes,
                              getNewSizes(builder, loc, from, to, sizes),
                              op.getEnds())
                 : stored;
}

} // namespace

LogicalResult mlir::lowp::lowerRelayout(RelayoutOp op,
                                        PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ScaledType type = op.getType();
  if (type.isBatch())
    return failure();
  ScaledParts parts = ScaledParts::split(rewriter, loc, op.getInput());
  SmallVector<OpFoldResult> sizes = parts.getSizes(rewriter, loc);
  Value scales = reorderScales(rewriter, loc, parts, type, sizes, op.getEnds());
  Value global = repeatGlobalScale(rewriter, loc, parts, type, op.getEnds());
  if (Value stored = buildStoredData(rewriter, op, sizes)) {
    rewriter.replaceOp(op,
                       joinStored(rewriter, loc, type, stored, scales, global));
    return success();
  }
  ScaledParts result = {type, buildData(rewriter, op, parts, sizes), scales,
                        global};
  rewriter.replaceOp(op, result.join(rewriter, loc));
  return success();
}

/// A transpose changes what the tensors mean, not the tensors.
LogicalResult mlir::lowp::lowerTranspose(TransposeOp op,
                                         PatternRewriter &rewriter) {
  auto split = SplitScaledOp::create(rewriter, op.getLoc(), op.getInput());
  rewriter.replaceOpWithNewOp<MakeScaledOp>(op, op.getType(),
                                            split.getResults());
  return success();
}
