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
#include "PopulatePatterns.h"
#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// One entry per block, in matrix order.
struct ScaleMatrices {
  Value encode;
  Value stored;
};

ScaleMatrices buildScaleMatrices(OpBuilder &builder, Location loc, Value amax,
                                 QuantizeOp op) {
  ScaledType type = op.getType();
  RecipeAttrInterface recipe = type.getRecipe();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, amax);
  Value encodeInit =
      tensor::EmptyOp::create(builder, loc, sizes, builder.getF32Type());
  Value storedInit =
      tensor::EmptyOp::create(builder, loc, sizes, recipe.getScaleType());
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    BlockScale scale = recipe.buildScale(
        b, loc, args[0], *getFloatFormat(type.getElementType()),
        op.getNumerics(), type.getConvention());
    linalg::YieldOp::create(b, loc, {scale.encode, scale.stored});
  };
  SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(2));
  SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange{encodeInit.getType(), storedInit.getType()}, amax,
      ValueRange{encodeInit, storedInit}, maps, loops, body);
  return {generic.getResult(0), generic.getResult(1)};
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

Value buildCode(OpBuilder &builder, Location loc, Value element, Value factor,
                QuantizeOp op) {
  Type elementType = op.getType().getElementType();
  Value scaled = arith::MulFOp::create(
      builder, loc, castFloat(builder, loc, element, builder.getF32Type()),
      factor);
  if (op.getNumerics().getSaturation() == Saturation::Saturate)
    scaled = buildClamp(builder, loc, scaled,
                        getFloatFormat(elementType)->maxFinite());
  return castFloat(builder, loc, scaled, elementType);
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
    linalg::YieldOp::create(b, loc, buildCode(b, loc, args[0], factor, op));
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
    Value input = refineInput(rewriter, op);
    Value amax =
        buildBlockAmax(rewriter, loc, input, type.getRecipe().getBlockShape());
    ScaleMatrices matrices = buildScaleMatrices(rewriter, loc, amax, op);
    Value scales = buildScales(rewriter, loc, type, matrices.stored);
    Value data = buildData(rewriter, loc, input, matrices.encode, op);
    rewriter.replaceOpWithNewOp<MakeScaledOp>(
        op, type, castTensor(rewriter, loc, data, type.getDataType()),
        castTensor(rewriter, loc, scales, type.getScaleStorageType()));
    return success();
  }
};

struct DequantizeToLinalg : OpRewritePattern<DequantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DequantizeOp op,
                                PatternRewriter &rewriter) const override {
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
