//===- ScaleStorage.cpp - Scales in the order of their layout -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"

#include "LinalgBuilders.h"
#include "ScalePlaces.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

static SmallVector<OpFoldResult>
getStorageSizes(OpBuilder &builder, Location loc, ScaledType type,
                ArrayRef<OpFoldResult> blockCounts) {
  ArrayRef<int64_t> shape = type.getScaleStorageType().getShape();
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), shape);
  if (!ShapedType::isDynamicShape(shape))
    return sizes;
  SmallVector<Value> computed =
      expandMap(builder, loc, type.getScaleLayout().getStorageShapeMap(),
                getValueOrCreateConstantIndexOp(builder, loc, blockCounts));
  if (type.hasSeparateGroups())
    computed = {multiply(builder, loc, computed)};
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      sizes[dim] = computed[dim];
  return sizes;
}

/// Whether 0 <= index < count, for index >= 0.
static Value isWithin(OpBuilder &builder, Location loc, ValueRange indices,
                      ValueRange counts) {
  Value all;
  for (auto [index, count] : llvm::zip_equal(indices, counts)) {
    Value one = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                      index, count);
    all = all ? arith::AndIOp::create(builder, loc, all, one).getResult() : one;
  }
  return all;
}

Value mlir::lowp::buildPadding(OpBuilder &builder, Location loc,
                               ScaledType type) {
  return arith::ConstantOp::create(builder, loc, getScalePadding(type));
}

/// The scale of `block`, an entry of the scale matrix, or padding where groups
/// leave it free.
static Value getScaleInGrid(OpBuilder &builder, Location loc, ScaledType type,
                            const BlockGrid &grid, ArrayRef<Value> block,
                            ScaleGetter getScale) {
  return buildWhere(
      builder, loc, grid.isBlock(builder, loc, block),
      [&](OpBuilder &b, Location loc) {
        return getScale(b, loc, block[0], block[1]);
      },
      [&](OpBuilder &b, Location loc) { return buildPadding(b, loc, type); });
}

/// The scale of `block`, or padding where the storage goes beyond the matrix.
static Value getScaleOrPadding(OpBuilder &builder, Location loc,
                               ScaledType type, const BlockGrid &grid,
                               ArrayRef<Value> block, ValueRange counts,
                               ScaleGetter getScale) {
  ScaleLayoutAttrInterface layout = type.getScaleLayout();
  bool isPadded = layout.getStorageShapeMap() != layout.getStorageMap();
  Value isInside;
  if (isPadded)
    isInside = isWithin(builder, loc, block, counts);
  return buildWhere(
      builder, loc, isInside,
      [&](OpBuilder &b, Location loc) {
        return getScaleInGrid(b, loc, type, grid, block, getScale);
      },
      [&](OpBuilder &b, Location loc) { return buildPadding(b, loc, type); });
}

/// For layouts of digits: each place of the storage asks for its scale, all in
/// one parallel loop.
static Value gatherScales(OpBuilder &builder, Location loc, ScaledType type,
                          ArrayRef<StorageDigit> digits, Value init,
                          const BlockGrid &grid, ScaleGetter getScale) {
  SmallVector<Value> counts = getValueOrCreateConstantIndexOp(
      builder, loc, grid.getCounts(builder, loc));
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) {
    SmallVector<Value> entry =
        findEntry(b, loc, type, grid, digits, getLoopIndices(b, loc, rank));
    return getScaleOrPadding(b, loc, type, grid, entry, counts, getScale);
  };
  return buildGeneric(builder, loc, {}, init,
                      builder.getMultiDimIdentityMap(rank), body);
}

/// For any layout: fill with padding, then each scale goes to its place. The
/// loop is parallel because the storage map is injective.
static Value scatterScales(OpBuilder &builder, Location loc, ScaledType type,
                           Value init, const BlockGrid &grid,
                           ScaleGetter getScale) {
  Value filled = linalg::FillOp::create(builder, loc,
                                        buildPadding(builder, loc, type), init)
                     .getResult(0);
  int64_t rank = type.getScaleStorageType().getRank();
  SmallVector<OpFoldResult> ones(rank, builder.getIndexAttr(1));
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value scale =
        getScaleInGrid(b, loc, type, grid, {args[0], args[1]}, getScale);
    SmallVector<OpFoldResult> place =
        getAsOpFoldResult(buildPlace(b, loc, type, grid, args[0], args[1]));
    // A one-element slice that is filled in place needs no buffer of its own.
    Value slot =
        tensor::ExtractSliceOp::create(b, loc, args[2], place, ones, ones);
    Value stored = linalg::FillOp::create(b, loc, scale, slot).getResult(0);
    auto terminator = scf::InParallelOp::create(b, loc);
    b.setInsertionPointToStart(terminator.getBody());
    tensor::ParallelInsertSliceOp::create(b, loc, stored, args[2], place, ones,
                                          ones);
  };
  return scf::ForallOp::create(builder, loc, grid.getCounts(builder, loc),
                               filled, std::nullopt, body)
      .getResult(0);
}

Value mlir::lowp::buildScaleStorage(OpBuilder &builder, Location loc,
                                    ScaledType type, const BlockGrid &grid,
                                    ScaleGetter getScale) {
  Value init = tensor::EmptyOp::create(
      builder, loc,
      getStorageSizes(builder, loc, type, grid.getCounts(builder, loc)),
      type.getRecipe().getScaleType());
  if (FailureOr<StorageDigits> digits = getScaleDigits(type); succeeded(digits))
    return gatherScales(builder, loc, type, *digits, init, grid, getScale);
  return scatterScales(builder, loc, type, init, grid, getScale);
}

bool mlir::lowp::isStoredAsMatrix(ScaledType type) {
  return !type.isGrouped() &&
         type.getScaleLayout().getStorageMap().isIdentity() &&
         type.getScaleLayout().getStorageShapeMap().isIdentity();
}

Value mlir::lowp::buildStoredScaleAt(OpBuilder &builder, Location loc,
                                     const ScaledParts &parts,
                                     const BlockGrid &grid, Value i, Value j) {
  return tensor::ExtractOp::create(
      builder, loc, parts.scales,
      buildPlace(builder, loc, parts.type, grid, i, j));
}

Value mlir::lowp::buildDecodeFactorAt(OpBuilder &builder, Location loc,
                                      const ScaledParts &parts,
                                      const BlockGrid &grid, Value row,
                                      Value column) {
  RecipeAttrInterface recipe = parts.type.getRecipe();
  Value i = grid.getBlockIndex(builder, loc, 0, row);
  Value j = grid.getBlockIndex(builder, loc, 1, column);
  Value stored = buildStoredScaleAt(builder, loc, parts, grid, i, j);
  Value global;
  if (parts.globalScale) {
    Value group;
    if (std::optional<unsigned> dim = grid.getGroupedDim())
      group = grid.getGroups().getGroupOfElement(builder, loc,
                                                 *dim == 0 ? row : column);
    else
      group = arith::ConstantIndexOp::create(builder, loc, 0);
    global = tensor::ExtractOp::create(builder, loc, parts.globalScale, group);
  }
  return recipe.buildDecodeFactor(builder, loc, stored, global,
                                  parts.type.getConvention());
}
