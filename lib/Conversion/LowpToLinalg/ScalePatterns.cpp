//===- ScalePatterns.cpp - The steps by which scales are made -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They build what a quantize builds (QuantizePatterns.cpp), by the same
// functions, so that a quantize in one piece and one in steps agree bit by bit.
//
//===----------------------------------------------------------------------===//

#include "Batches.h"
#include "BlockAmax.h"
#include "LinalgBuilders.h"
#include "PopulatePatterns.h"
#include "ScaleMatrices.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

//===----------------------------------------------------------------------===//
// amax
//===----------------------------------------------------------------------===//

struct AmaxToLinalg : OpRewritePattern<AmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInput().getType().getRank() != 2)
      return rewriter.notifyMatchFailure(op, "a batch");
    Location loc = op.getLoc();
    BlockGrid grid(op.getBlockShape(),
                   tensor::getMixedSizes(rewriter, loc, op.getInput()));
    Value amax = buildBlockAmax(rewriter, loc, op.getInput(), grid);
    rewriter.replaceOp(op, castTensor(rewriter, loc, amax, op.getType()));
    return success();
  }
};

/// An empty tensor for the results of `op`, of a batch.
Value buildBatchOfBlocks(OpBuilder &builder, AmaxOp op) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> input =
      tensor::getMixedSizes(builder, loc, op.getInput());
  BlockGrid grid(op.getBlockShape(), ArrayRef(input).take_back(2));
  SmallVector<OpFoldResult> sizes = {input.front()};
  llvm::append_range(sizes, grid.getCounts(builder, loc));
  return tensor::EmptyOp::create(builder, loc, sizes, builder.getF32Type());
}

struct AmaxOfBatchToLoop : OpRewritePattern<AmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInput().getType().getRank() != 3)
      return rewriter.notifyMatchFailure(op, "a matrix");
    Location loc = op.getLoc();
    RecipeAttrInterface recipe = op.getRecipeAttr();
    auto build = [&](OpBuilder &b, Location loc, Value index) {
      Value matrix = buildSlice(b, loc, op.getInput(), index);
      RankedTensorType type = AmaxOp::getResultType(
          cast<RankedTensorType>(matrix.getType()).getShape(), recipe,
          b.getContext());
      return SmallVector<Value>{AmaxOp::create(b, loc, type, matrix, recipe)};
    };
    Value amax =
        buildMatrixLoop(rewriter, loc, buildBatchOfBlocks(rewriter, op), build)
            .front();
    rewriter.replaceOp(op, castTensor(rewriter, loc, amax, op.getType()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// compute_global_scale and compute_scale
//===----------------------------------------------------------------------===//

/// Replaces `op` by `values`, which may be more or less static than its
/// results.
void replaceWithCasts(PatternRewriter &rewriter, Operation *op,
                      ArrayRef<Value> values) {
  SmallVector<Value> results;
  for (auto [value, type] : llvm::zip_equal(values, op->getResultTypes()))
    results.push_back(castTensor(rewriter, op->getLoc(), value, type));
  rewriter.replaceOp(op, results);
}

struct ComputeGlobalScaleToLinalg : OpRewritePattern<ComputeGlobalScaleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeGlobalScaleOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto build = [&](OpBuilder &b, Location loc, Value amax) {
      return op.getRecipe().buildGlobalScale(
          b, loc, amax, *getFloatFormat(op.getElementType()), op.getNumerics(),
          op.getConvention());
    };
    ScaleMatrices scales = buildScaleMatrices(rewriter, loc, op.getAmax(),
                                              rewriter.getF32Type(), build);
    replaceWithCasts(rewriter, op,
                     {buildMatrixNumbers(rewriter, loc, scales.encode),
                      buildMatrixNumbers(rewriter, loc, scales.stored)});
    return success();
  }
};

/// The factor of the matrix that the current block belongs to; null without.
Value buildGlobalFactor(OpBuilder &builder, Location loc, ComputeScaleOp op) {
  Value global = op.getGlobalFactor();
  if (!global)
    return {};
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> place = {zero};
  if (cast<RankedTensorType>(global.getType()).getRank() == 2)
    place.insert(place.begin(), linalg::IndexOp::create(builder, loc, 0));
  return tensor::ExtractOp::create(builder, loc, global, place);
}

struct ComputeScaleToLinalg : OpRewritePattern<ComputeScaleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeScaleOp op,
                                PatternRewriter &rewriter) const override {
    RecipeAttrInterface recipe = op.getRecipe();
    auto build = [&](OpBuilder &b, Location loc, Value amax) {
      Value global = buildGlobalFactor(b, loc, op);
      return recipe.buildScale(b, loc, amax, global,
                               *getFloatFormat(op.getElementType()),
                               op.getNumerics(), op.getConvention());
    };
    ScaleMatrices scales = buildScaleMatrices(
        rewriter, op.getLoc(), op.getAmax(), recipe.getScaleType(), build);
    replaceWithCasts(rewriter, op, {scales.encode, scales.stored});
    return success();
  }
};

} // namespace

void mlir::lowp::populateScalePatterns(RewritePatternSet &patterns) {
  patterns.add<AmaxToLinalg, AmaxOfBatchToLoop, ComputeGlobalScaleToLinalg,
               ComputeScaleToLinalg>(patterns.getContext());
}
