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
#include "Patterns.h"
#include "ScaleMatrices.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

//===----------------------------------------------------------------------===//
// amax
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// compute_global_scale and compute_scale
//===----------------------------------------------------------------------===//

template <typename Op>
ScaleMaker getMaker(Op op) {
  return {op.getRecipe(), op.getElementType(), op.getNumerics(),
          op.getConvention()};
}

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

} // namespace

LogicalResult mlir::lowp::lowerAmax(AmaxOp op, PatternRewriter &rewriter) {
  if (op.getInput().getType().getRank() != 2)
    return failure();
  Location loc = op.getLoc();
  BlockGrid grid(op.getBlockShape(),
                 tensor::getMixedSizes(rewriter, loc, op.getInput()));
  return replaceWithCasts(rewriter, op,
                          buildBlockAmax(rewriter, loc, op.getInput(), grid));
}

LogicalResult mlir::lowp::lowerBatchAmax(AmaxOp op, PatternRewriter &rewriter) {
  if (op.getInput().getType().getRank() != 3)
    return failure();
  RecipeAttrInterface recipe = op.getRecipeAttr();
  auto build = [&](OpBuilder &b, Location loc, Value index) {
    Value matrix = buildSlice(b, loc, op.getInput(), index);
    RankedTensorType type = AmaxOp::getResultType(
        cast<RankedTensorType>(matrix.getType()).getShape(), recipe,
        b.getContext());
    return SmallVector<Value>{AmaxOp::create(b, loc, type, matrix, recipe)};
  };
  return replaceWithCasts(rewriter, op,
                          buildMatrixLoop(rewriter, op.getLoc(),
                                          buildBatchOfBlocks(rewriter, op),
                                          build));
}

LogicalResult mlir::lowp::lowerComputeGlobalScale(ComputeGlobalScaleOp op,
                                                  PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ScaleMatrices scales =
      getMaker(op).buildOfMatrices(rewriter, loc, op.getAmax());
  return replaceWithCasts(rewriter, op,
                          {buildMatrixNumbers(rewriter, loc, scales.encode),
                           buildMatrixNumbers(rewriter, loc, scales.stored)});
}

LogicalResult mlir::lowp::lowerComputeScale(ComputeScaleOp op,
                                            PatternRewriter &rewriter) {
  ScaleMatrices scales = getMaker(op).buildOfBlocks(
      rewriter, op.getLoc(), op.getAmax(), [&](OpBuilder &b, Location loc) {
        return buildGlobalFactor(b, loc, op);
      });
  return replaceWithCasts(rewriter, op, {scales.encode, scales.stored});
}
