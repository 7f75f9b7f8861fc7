//===- SpreadQuantizePatterns.cpp - Quantizes of spread groups ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No CTA holds a group that has one scale, but a block of as many rows as
// groups begin at multiples of lies in one. So kernels know the rest: the
// largest magnitudes of blocks, as of a recipe of such blocks, their maximum by
// group, and data in blocks whose scales are given: those of their group, or,
// where blocks of a group have scales, too, made with that of the group.
//
//===----------------------------------------------------------------------===//

#include "GroupedDim.h"
#include "LinalgBuilders.h"
#include "Patterns.h"
#include "ScaleMatrices.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Rows of a block that a kernel holds, of a group with one scale.
static constexpr int64_t kBlockRows = 128;

/// Where the places of groups and what fills them do not agree, the general
/// way knows what to do.
static bool isOfSpread(QuantizeOp op, SpreadRowsOp spread) {
  GroupsAttr groups = op.getType().getGroups();
  return spread && groups && groups.getAxis() == 0 &&
         groups.getStart() == int64_t(spread.getStart()) &&
         groups.getStart() % kBlockRows == 0 &&
         op.getEnds() == spread.getEnds() &&
         groups.getCount() == spread.getEnds().getType().getDimSize(0) &&
         !ShapedType::isDynamic(groups.getCount());
}

/// Whether `type` has one scale for each column of a group, or for all of it,
/// stored as `buildMaximaOfGroups` orders groups, or one beside those of
/// blocks.
static bool hasScalesOfGroups(ScaledType type) {
  BlockShape block = type.getRecipe().getBlockShape();
  if (type.hasGlobalScale())
    return block.rows != BlockShape::kWhole &&
           block.columns != BlockShape::kWhole && kBlockRows % block.rows == 0;
  if (block.rows != BlockShape::kWhole)
    return false;
  ArrayRef<int64_t> stored = type.getScaleStorageType().getShape();
  int64_t count = type.getGroups().getCount();
  if (block.columns == BlockShape::kWhole)
    return stored == ArrayRef<int64_t>{1, count};
  return block.columns == 1 &&
         type.getScaleLayout().getStorageMap().isIdentity() &&
         stored == ArrayRef<int64_t>{count, type.getShape()[1]};
}

namespace {

/// Builds what quantizes one matrix.
class SpreadQuantize {
public:
  SpreadQuantize(OpBuilder &builder, QuantizeOp op, SpreadRowsOp spread)
      : b(op.getLoc(), builder), op(op), type(op.getType()),
        groups(buildSpreadGroups(builder, spread,
                                 tensor::getMixedSize(builder, op.getLoc(),
                                                      spread.getInput(), 0))) {}

  Value build();

private:
  /// Rows of blocks whose magnitudes are known, and how many of them are in
  /// what groups begin at multiples of.
  int64_t getBlockRows() {
    return type.hasGlobalScale() ? type.getRecipe().getBlockShape().rows
                                 : kBlockRows;
  }
  int64_t countBlocksOfStart() {
    return type.getGroups().getStart() / getBlockRows();
  }
  bool isOfColumns() {
    return type.getRecipe().getBlockShape().columns != BlockShape::kWhole;
  }
  AffineMap getMap(unsigned loops, ArrayRef<unsigned> dims) {
    return AffineMap::getMultiDimMapWithTargets(loops, dims, b.getContext());
  }
  Value index(int64_t value) { return buildIndex(b, b.getLoc(), value); }

  Value buildMaximaOfBlocks(RecipeAttrInterface blocks);
  Value buildMaximaOfGroups(Value maxima);
  Value buildMaximumOfColumns(Value maxima);
  ScaleMaker getMaker() { return ScaleMaker::of(type, op.getBlockNumerics()); }
  ScaleMatrices buildScalesOfBlocks(Value maxima, Value global);
  Value findOfGroup(ImplicitLocOpBuilder &b, Value factors, Value block,
                    Value column, double other);
  Value repeatForBlocks(Value encode, Value maxima);
  SplitScaledOp quantizeInBlocks(RecipeAttrInterface blocks, ValueRange scales);
  Value buildOfTwoLevels();

  ImplicitLocOpBuilder b;
  QuantizeOp op;
  ScaledType type;
  GroupedDim groups;
};

} // namespace

Value SpreadQuantize::buildMaximaOfBlocks(RecipeAttrInterface blocks) {
  Value input = op.getInput();
  RankedTensorType result =
      AmaxOp::getResultType(cast<RankedTensorType>(input.getType()).getShape(),
                            blocks, b.getContext());
  return AmaxOp::create(b, result, input, blocks);
}

/// `maxima` are those of blocks: groups x columns. Each group asks for as many
/// blocks as there are; beyond its own it reads one that the cache has.
Value SpreadQuantize::buildMaximaOfGroups(Value maxima) {
  Location loc = b.getLoc();
  OpFoldResult blocks = tensor::getMixedSize(b, loc, maxima, 0);
  OpFoldResult columns = tensor::getMixedSize(b, loc, maxima, 1);
  OpFoldResult count = b.getIndexAttr(type.getGroups().getCount());
  Value init = buildZeros(b, loc, {count, columns}, b.getF32Type());
  // Never read: its shape gives the inner loop its bound.
  Value loop = tensor::EmptyOp::create(b, ArrayRef{blocks}, b.getI32Type());
  Value last = arith::SubIOp::create(
      b, getValueOrCreateConstantIndexOp(b, loc, blocks), index(1));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    Value group = linalg::IndexOp::create(b, 0);
    Value next = arith::AddIOp::create(b, group, buildIndex(b, loc, 1));
    Value factor = buildIndex(b, loc, countBlocksOfStart());
    Value first =
        arith::MulIOp::create(b, groups.getFirstBlock(b, loc, group), factor);
    Value end =
        arith::MulIOp::create(b, groups.getFirstBlock(b, loc, next), factor);
    Value block =
        arith::AddIOp::create(b, first, linalg::IndexOp::create(b, 2));
    Value isThere =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, block, end);
    Value read = arith::SelectOp::create(b, isThere, block, last);
    Value element = tensor::ExtractOp::create(
        b, maxima, ValueRange{read, linalg::IndexOp::create(b, 1)});
    Value one = orZero(b, loc, isThere, element);
    return arith::MaximumFOp::create(b, one, args.back());
  };
  return buildGeneric(b, loc, loop, init, {getMap(3, {2}), getMap(3, {0, 1})},
                      body);
}

/// `maxima`, groups x columns, of all columns: 1 x groups.
Value SpreadQuantize::buildMaximumOfColumns(Value maxima) {
  SmallVector<OpFoldResult> sizes = {
      b.getIndexAttr(1), tensor::getMixedSize(b, b.getLoc(), maxima, 0)};
  Value init = buildZeros(b, b.getLoc(), sizes, b.getF32Type());
  auto body = [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    return arith::MaximumFOp::create(b, args.front(), args.back());
  };
  return buildGeneric(b, b.getLoc(), maxima, init,
                      {getMap(3, {1, 2}), getMap(3, {0, 1})}, body);
}

/// What `factors` have for the group that `block` is in, or for `column` of it;
/// `other` in no group.
Value SpreadQuantize::findOfGroup(ImplicitLocOpBuilder &b, Value factors,
                                  Value block, Value column, double other) {
  Location loc = b.getLoc();
  Value unit = arith::DivUIOp::create(b, block,
                                      buildIndex(b, loc, countBlocksOfStart()));
  Value group = groups.getGroupOfBlock(b, loc, unit);
  Value known = arith::MinUIOp::create(
      b, group, buildIndex(b, loc, type.getGroups().getCount() - 1));
  SmallVector<Value> place = {known, column};
  if (!column)
    place = {buildIndex(b, loc, 0), known};
  Value factor = tensor::ExtractOp::create(b, factors, place);
  Value rest = arith::ConstantOp::create(b, b.getF32FloatAttr(other));
  return arith::SelectOp::create(b, groups.isGroup(b, loc, group), factor,
                                 rest);
}

/// The scales of all blocks from their `maxima` and the factors of groups.
ScaleMatrices SpreadQuantize::buildScalesOfBlocks(Value maxima, Value global) {
  auto getGlobal = [&](OpBuilder &nested, Location loc) {
    ImplicitLocOpBuilder inner(loc, nested);
    return findOfGroup(inner, global, linalg::IndexOp::create(inner, 0),
                       /*column=*/Value(), /*other=*/1.0);
  };
  return getMaker().buildOfBlocks(b, b.getLoc(), maxima, getGlobal);
}

/// The encode factors of the groups for each block, shaped as `maxima`: 0 for
/// blocks in no group, which are of zeros.
Value SpreadQuantize::repeatForBlocks(Value encode, Value maxima) {
  Location loc = b.getLoc();
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) {
    Value block = linalg::IndexOp::create(b, 0), column;
    if (isOfColumns())
      column = linalg::IndexOp::create(b, 1);
    return findOfGroup(b, encode, block, column, /*other=*/0.0);
  };
  return buildElements(b, loc, tensor::getMixedSizes(b, loc, maxima),
                       b.getF32Type(), {}, {}, body);
}

/// Data and scales in `blocks`, whose `scales` are given.
SplitScaledOp SpreadQuantize::quantizeInBlocks(RecipeAttrInterface blocks,
                                               ValueRange scales) {
  ScaledType inBlocks =
      ScaledType::get(type.getShape(), type.getElementType(), blocks)
          .withOrder(type.getOrder())
          .withDataLayout(type.getDataLayout())
          .withPacking(type.getPacking());
  if (blocks == type.getRecipe())
    inBlocks = inBlocks.withScaleLayout(type.getScaleLayout());
  Value quantized =
      QuantizeOp::create(b, inBlocks, op.getInput(), /*seed=*/Value(),
                         /*ends=*/Value(), scales, op.getNumerics());
  return SplitScaledOp::create(b, quantized);
}

/// Blocks of a group have scales that the one of the group multiplies.
Value SpreadQuantize::buildOfTwoLevels() {
  Value maxima = buildMaximaOfBlocks(type.getRecipe());
  Value amax = buildMaximumOfColumns(buildMaximaOfGroups(maxima));
  ScaleMatrices global = ScaleMaker::of(type, op.getNumerics())
                             .buildOfMatrices(b, b.getLoc(), amax);
  ScaleMatrices blocks = buildScalesOfBlocks(maxima, global.encode);
  auto one =
      DenseElementsAttr::get(RankedTensorType::get({1}, b.getF32Type()), 1.0f);
  Value ofNoGroup = arith::ConstantOp::create(b, one);
  SplitScaledOp parts = quantizeInBlocks(
      type.getRecipe(), {blocks.encode, blocks.stored, ofNoGroup});
  Value numbers = buildMatrixNumbers(b, b.getLoc(), global.stored);
  return MakeScaledOp::create(
      b, type, ValueRange{parts.getData(), parts.getScales(), numbers});
}

Value SpreadQuantize::build() {
  if (type.hasGlobalScale())
    return buildOfTwoLevels();
  auto blocks = cast<RecipeAttrInterface>(
      Attribute(BlockAttr::get(b.getContext(), kBlockRows, 1)));
  Value maxima = buildMaximaOfBlocks(blocks);
  Value amax = buildMaximaOfGroups(maxima);
  if (!isOfColumns())
    amax = buildMaximumOfColumns(amax);
  ScaleMatrices scales = getMaker().buildOfBlocks(
      b, b.getLoc(), amax, [](OpBuilder &, Location) { return Value(); });
  Value encode = repeatForBlocks(scales.encode, maxima);
  SplitScaledOp parts = quantizeInBlocks(blocks, {encode, encode});
  return MakeScaledOp::create(b, type,
                              ValueRange{parts.getData(), scales.stored});
}

LogicalResult mlir::lowp::divideSpreadQuantize(QuantizeOp op,
                                               PatternRewriter &rewriter) {
  auto spread = op.getInput().getDefiningOp<SpreadRowsOp>();
  if (op.hasGivenScales() || op.getSeed() || !isOfSpread(op, spread) ||
      !hasScalesOfGroups(op.getType()))
    return failure();
  rewriter.replaceOp(op, SpreadQuantize(rewriter, op, spread).build());
  return success();
}
