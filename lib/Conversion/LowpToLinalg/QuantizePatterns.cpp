//===- QuantizePatterns.cpp - quantize and dequantize ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quantize is three steps: amax per block, the scale of each block in its two
// forms, and the data. The factor that data are multiplied with is kept as a
// matrix of its own, because stored scales may be its reciprocal, rounded. With
// given scales the first two steps are somebody else's.
//
//===----------------------------------------------------------------------===//

#include "BlockAmax.h"
#include "DataStorage.h"
#include "LinalgBuilders.h"
#include "PackedData.h"
#include "Patterns.h"
#include "ScaleMatrices.h"
#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/GivenScales.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"
#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
#include "lowp/Dialect/Lowp/IR/StochasticRounding.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// For recipes of two levels: the scale of the whole matrix, 1x1, or those of
/// its groups.
ScaleMatrices buildGlobalScale(OpBuilder &builder, Location loc, Value input,
                               QuantizeOp op) {
  ScaledType type = op.getType();
  constexpr BlockShape whole = {BlockShape::kWhole, BlockShape::kWhole};
  GroupsAttr groups = type.getGroups();
  if (groups)
    groups =
        GroupsAttr::get(groups.getContext(), groups.getCount(),
                        groups.getAxis(), /*alignment=*/1, groups.getStart(),
                        /*separate=*/false);
  BlockGrid grid(builder, loc, whole,
                 tensor::getMixedSizes(builder, loc, input), groups,
                 op.getEnds());
  return ScaleMaker::of(type, op.getNumerics())
      .buildOfMatrices(builder, loc, buildBlockAmax(builder, loc, input, grid));
}

/// The encode factor of the matrix, or group, that the block of the current
/// iteration belongs to; 1 for what is padding.
Value buildGlobalEncode(OpBuilder &builder, Location loc, Value globalEncode,
                        const BlockGrid &grid) {
  SmallVector<Value> block;
  Value isBlock;
  if (grid.getGroupedDim()) {
    block = getLoopIndices(builder, loc, 2);
    isBlock = grid.isBlock(builder, loc, block);
  }
  auto extract = [&](OpBuilder &b, Location loc) -> Value {
    return tensor::ExtractOp::create(b, loc, globalEncode,
                                     grid.getGroupEntry(b, loc, block));
  };
  auto one = [&](OpBuilder &b, Location loc) -> Value {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1.0));
  };
  return buildWhere(builder, loc, isBlock, extract, one);
}

/// The scales of all blocks; `globalEncode` is the matrix of the factors of the
/// whole, or null.
ScaleMatrices buildBlockScales(OpBuilder &builder, Location loc, Value input,
                               Value globalEncode, const BlockGrid &grid,
                               QuantizeOp op) {
  auto getGlobal = [&](OpBuilder &b, Location loc) {
    return globalEncode ? buildGlobalEncode(b, loc, globalEncode, grid)
                        : Value();
  };
  return ScaleMaker::of(op.getType(), op.getBlockNumerics())
      .buildOfBlocks(builder, loc, buildBlockAmax(builder, loc, input, grid),
                     getGlobal);
}

Value buildScales(OpBuilder &builder, Location loc, ScaledType type,
                  const BlockGrid &grid, Value stored) {
  if (isStoredAsMatrix(type))
    return stored;
  auto getScale = [&](OpBuilder &b, Location loc, Value i, Value j) -> Value {
    return tensor::ExtractOp::create(b, loc, stored, ValueRange{i, j});
  };
  return buildScaleStorage(builder, loc, type, grid, getScale);
}

/// Row and column in the matrix that is quantized, and its seed.
struct RandomPlace {
  SmallVector<Value> position;
  Value seed;
};

/// Each group is a matrix of its own, with a seed of its own.
RandomPlace getRandomPlace(OpBuilder &builder, Location loc, ValueRange element,
                           const BlockGrid &grid, Value seed) {
  RandomPlace place = {llvm::to_vector_of<Value>(element), seed};
  std::optional<unsigned> dim = grid.getGroupedDim();
  if (!dim)
    return place;
  const GroupedDim &groups = grid.getGroups();
  Value group = groups.getGroupOfElement(builder, loc, element[*dim]);
  place.position[*dim] = arith::SubIOp::create(
      builder, loc, element[*dim], groups.getFirstElement(builder, loc, group));
  Value number =
      arith::IndexCastOp::create(builder, loc, seed.getType(), group);
  place.seed = arith::AddIOp::create(builder, loc, seed, number);
  return place;
}

/// The random bits of `element`, as lowp.quantize defines them.
Value buildRandom(OpBuilder &builder, Location loc, ValueRange element,
                  const BlockGrid &grid, Value seed) {
  RandomPlace place =
      getRandomPlace(builder, loc, element, grid, rereadScalar(builder, seed));
  Value words[2];
  for (unsigned dim : {0, 1})
    words[dim] = arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                            place.position[dim]);
  return buildRandomWord(builder, loc, place.seed, words[0], words[1]);
}

/// The code of `value`, which is at `element` of the matrix.
Value buildCode(OpBuilder &builder, Location loc, Value value, Value factor,
                ValueRange element, const BlockGrid &grid, QuantizeOp op) {
  auto elementType = cast<FloatType>(op.getType().getElementType());
  Value scaled =
      buildScaled(builder, loc, value, factor, elementType, op.getNumerics());
  if (!op.getSeed())
    return castFloat(builder, loc, scaled, elementType);
  return buildStochasticCast(
      builder, loc, scaled,
      buildRandom(builder, loc, element, grid, op.getSeed()), elementType);
}

/// The datum of the current element; 0 where it is in no group.
Value buildDatum(OpBuilder &builder, Location loc, Value value, Value encode,
                 const BlockGrid &grid, QuantizeOp op) {
  ScaledType type = op.getType();
  SmallVector<Value> position = getLoopIndices(builder, loc, 2);
  auto code = [&](OpBuilder &b, Location loc) {
    SmallVector<Value> block;
    for (unsigned dim : {0, 1})
      block.push_back(grid.getBlockIndex(b, loc, dim, position[dim]));
    Value factor = tensor::ExtractOp::create(b, loc, encode, block);
    Value code = buildCode(b, loc, value, factor, position, grid, op);
    return toUnpackedElement(b, loc, type, code);
  };
  auto zero = [&](OpBuilder &b, Location loc) -> Value {
    return arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(getUnpackedElementType(type))));
  };
  return buildWhere(builder, loc, grid.isInGroup(builder, loc, position), code,
                    zero);
}

Value buildData(OpBuilder &builder, Location loc, Value input, Value encode,
                const BlockGrid &grid, QuantizeOp op) {
  ScaledType type = op.getType();
  Value init = buildEmptyData(builder, loc, type,
                              tensor::getMixedSizes(builder, loc, input));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    return buildDatum(b, loc, args[0], encode, grid, op);
  };
  return buildGeneric(builder, loc, input, init,
                      {builder.getMultiDimIdentityMap(2), getDataMap(type)},
                      body);
}

/// The scales of all blocks: given, or from their amax.
ScaleMatrices getBlockScales(OpBuilder &builder, Location loc, Value input,
                             Value globalEncode, const BlockGrid &grid,
                             QuantizeOp op) {
  if (!op.hasGivenScales())
    return buildBlockScales(builder, loc, input, globalEncode, grid, op);
  ScaleMatrices given = {op.getEncodeFactors(), op.getStoredScales()};
  SmallVector<OpFoldResult> counts = grid.getCounts(builder, loc);
  buildCheckOfGivenScales(builder, loc, given.encode, counts);
  buildCheckOfGivenScales(builder, loc, given.stored, counts);
  return given;
}

} // namespace

LogicalResult mlir::lowp::lowerQuantize(QuantizeOp op,
                                        PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ScaledType type = op.getType();
  if (type.isBatch())
    return failure();
  Value input = refineInput(rewriter, op);
  ScaleMatrices global;
  if (type.hasGlobalScale() && !op.hasGivenScales())
    global = buildGlobalScale(rewriter, loc, input, op);
  BlockGrid grid(rewriter, loc, type,
                 tensor::getMixedSizes(rewriter, loc, input), op.getEnds());
  ScaleMatrices blocks =
      getBlockScales(rewriter, loc, input, global.encode, grid, op);
  ScaledParts result = {
      type, buildData(rewriter, loc, input, blocks.encode, grid, op),
      buildScales(rewriter, loc, type, grid, blocks.stored),
      op.getGlobalScale()};
  if (global.stored)
    result.globalScale = buildMatrixNumbers(rewriter, loc, global.stored);
  if (result.globalScale)
    result.globalScale = castTensor(rewriter, loc, result.globalScale,
                                    type.getGlobalScaleType());
  rewriter.replaceOp(op, result.join(rewriter, loc));
  return success();
}

LogicalResult mlir::lowp::lowerDequantize(DequantizeOp op,
                                          PatternRewriter &rewriter) {
  if (op.getInput().getType().isBatch())
    return failure();
  ScaledParts parts = ScaledParts::split(rewriter, op.getLoc(), op.getInput());
  RankedTensorType type = op.getType();
  Value values = buildDequantized(rewriter, op.getLoc(), parts, op.getEnds(),
                                  rewriter.getF32Type(), type.getElementType());
  return replaceWithCasts(rewriter, op, values);
}
