//===- QuantizePatterns.cpp - quantize and dequantize ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quantize is three steps: amax per block, the scale of each block in its two
// forms, and the data. The factor that data are multiplied with is kept as a
// matrix of its own, because stored scales may be its reciprocal, rounded.
//
//===----------------------------------------------------------------------===//

#include "BlockAmax.h"
#include "LinalgBuilders.h"
#include "PackedData.h"
#include "PopulatePatterns.h"
#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/StochasticRounding.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// One entry per block, in matrix order.
struct ScaleMatrices {
  Value encode;
  Value stored;
};

/// Builds the scales of all entries of `amax`, a matrix; `build` makes one from
/// its amax, with `storedType` as the type of what is stored.
ScaleMatrices buildScaleMatrices(
    OpBuilder &builder, Location loc, Value amax, Type storedType,
    function_ref<BlockScale(OpBuilder &, Location, Value)> build) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, amax);
  Value encodeInit =
      tensor::EmptyOp::create(builder, loc, sizes, builder.getF32Type());
  Value storedInit = tensor::EmptyOp::create(builder, loc, sizes, storedType);
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    BlockScale scale = build(b, loc, args[0]);
    linalg::YieldOp::create(b, loc, {scale.encode, scale.stored});
  };
  SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(2));
  SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange{encodeInit.getType(), storedInit.getType()}, amax,
      ValueRange{encodeInit, storedInit}, maps, loops, body);
  return {generic.getResult(0), generic.getResult(1)};
}

/// For recipes of two levels: the 1x1 scales of the whole matrix.
ScaleMatrices buildGlobalScale(OpBuilder &builder, Location loc, Value input,
                               QuantizeOp op) {
  ScaledType type = op.getType();
  constexpr ::lowp::BlockShape whole = {::lowp::BlockShape::kWhole,
                                        ::lowp::BlockShape::kWhole};
  auto build = [&](OpBuilder &b, Location loc, Value amax) {
    return type.getRecipe().buildGlobalScale(
        b, loc, amax, *getFloatFormat(type.getElementType()), op.getNumerics(),
        type.getConvention());
  };
  return buildScaleMatrices(builder, loc,
                            buildBlockAmax(builder, loc, input, whole),
                            builder.getF32Type(), build);
}

/// The scales of all blocks; `globalEncode` is a 1x1 tensor or null.
ScaleMatrices buildBlockScales(OpBuilder &builder, Location loc, Value input,
                               Value globalEncode, QuantizeOp op) {
  ScaledType type = op.getType();
  RecipeAttrInterface recipe = type.getRecipe();
  auto build = [&](OpBuilder &b, Location loc, Value amax) {
    Value global;
    if (globalEncode) {
      Value zero = arith::ConstantIndexOp::create(b, loc, 0);
      global = tensor::ExtractOp::create(b, loc, globalEncode,
                                         ValueRange{zero, zero});
    }
    return recipe.buildScale(b, loc, amax, global,
                             *getFloatFormat(type.getElementType()),
                             op.getNumerics(), type.getConvention());
  };
  Value amax = buildBlockAmax(builder, loc, input, recipe.getBlockShape());
  return buildScaleMatrices(builder, loc, amax, recipe.getScaleType(), build);
}

Value buildScales(OpBuilder &builder, Location loc, ScaledType type,
                  Value stored) {
  if (isStoredAsMatrix(type))
    return stored;
  auto getScale = [&](OpBuilder &b, Location loc, Value i, Value j) -> Value {
    return tensor::ExtractOp::create(b, loc, stored, ValueRange{i, j});
  };
  return buildScaleStorage(builder, loc, type,
                           tensor::getMixedSizes(builder, loc, stored),
                           getScale);
}

/// Brings finite and infinite values into the range of the format; NaN stays.
Value buildClamp(OpBuilder &builder, Location loc, Value value, double limit) {
  auto bound = [&](double at) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(value.getType(), at));
  };
  Value raised = arith::MaximumFOp::create(builder, loc, value, bound(-limit));
  return arith::MinimumFOp::create(builder, loc, raised, bound(limit));
}

/// The random bits of element (row, column), as lowp.quantize defines them.
Value buildRandom(OpBuilder &builder, Location loc, QuantizeOp op) {
  Value position[2];
  for (unsigned dim : {0, 1})
    position[dim] =
        arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                   linalg::IndexOp::create(builder, loc, dim));
  return buildRandomWord(builder, loc, op.getSeed(), position[0], position[1]);
}

Value buildCode(OpBuilder &builder, Location loc, Value element, Value factor,
                QuantizeOp op) {
  auto elementType = cast<FloatType>(op.getType().getElementType());
  Value scaled = arith::MulFOp::create(
      builder, loc, castFloat(builder, loc, element, builder.getF32Type()),
      factor);
  if (op.getNumerics().getSaturation() == Saturation::Saturate)
    scaled = buildClamp(builder, loc, scaled,
                        getFloatFormat(elementType)->maxFinite());
  if (!op.getSeed())
    return castFloat(builder, loc, scaled, elementType);
  return buildStochasticCast(builder, loc, scaled,
                             buildRandom(builder, loc, op), elementType);
}

Value buildData(OpBuilder &builder, Location loc, Value input, Value encode,
                QuantizeOp op) {
  ScaledType type = op.getType();
  ::lowp::BlockShape block = type.getRecipe().getBlockShape();
  Value init = buildEmptyData(builder, loc, type,
                              tensor::getMixedSizes(builder, loc, input));
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    SmallVector<Value> position;
    for (unsigned dim : {0, 1})
      position.push_back(getBlockIndex(b, loc, block, dim,
                                       linalg::IndexOp::create(b, loc, dim)));
    Value factor = tensor::ExtractOp::create(b, loc, encode, position);
    Value code = buildCode(b, loc, args[0], factor, op);
    linalg::YieldOp::create(b, loc, toUnpackedElement(b, loc, type, code));
  };
  return buildElementwise(builder, loc, input, init,
                          {builder.getMultiDimIdentityMap(2), getDataMap(type)},
                          body);
}

/// The input, as static as it and the result together tell.
Value refineInput(OpBuilder &builder, QuantizeOp op) {
  RankedTensorType type = op.getInput().getType();
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, declared] : llvm::zip_equal(shape, op.getType().getShape()))
    if (ShapedType::isDynamic(size))
      size = declared;
  return castTensor(builder, op.getLoc(), op.getInput(), type.clone(shape));
}

struct QuantizeToLinalg : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(QuantizeOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType type = op.getType();
    if (type.isStack())
      return failure();
    Value input = refineInput(rewriter, op);
    ScaleMatrices global;
    if (type.hasGlobalScale())
      global = buildGlobalScale(rewriter, loc, input, op);
    ScaleMatrices blocks =
        buildBlockScales(rewriter, loc, input, global.encode, op);
    ScaledParts result = {
        type, buildData(rewriter, loc, input, blocks.encode, op),
        buildScales(rewriter, loc, type, blocks.stored), Value()};
    if (global.stored)
      result.globalScale = tensor::CollapseShapeOp::create(
          rewriter, loc, global.stored, ArrayRef<ReassociationIndices>{{0, 1}});
    rewriter.replaceOp(op, result.join(rewriter, loc));
    return success();
  }
};

struct DequantizeToLinalg : OpRewritePattern<DequantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DequantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInput().getType().isStack())
      return failure();
    ScaledParts parts =
        ScaledParts::split(rewriter, op.getLoc(), op.getInput());
    RankedTensorType type = op.getType();
    Value values =
        buildDequantized(rewriter, op.getLoc(), parts, rewriter.getF32Type(),
                         type.getElementType());
    rewriter.replaceOp(op, castTensor(rewriter, op.getLoc(), values, type));
    return success();
  }
};

} // namespace

void mlir::lowp::populateQuantizePatterns(RewritePatternSet &patterns) {
  patterns.add<QuantizeToLinalg, DequantizeToLinalg>(patterns.getContext());
}
