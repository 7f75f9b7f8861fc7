//===- FoldPositions.cpp - Masks and position ids without memory ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model makes its masks and position ids of ranges: integers that it cuts,
// shifts, compares, adds up and gathers, none of which reads an argument. Each
// of these tensors would be a kernel of its own, and would be read again.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "PositionFunction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
bool isComputed(linalg::GenericOp op, OpOperand &input) {
  return op.payloadUsesValueFromOperand(&input) &&
         isPositionFunction(input.get()) &&
         (op.getNumReductionLoops() == 0 || getUniformElement(input.get()));
}

void compute(linalg::GenericOp op, OpOperand &input,
             PatternRewriter &rewriter) {
  rewriter.setInsertionPointToStart(op.getBody());
  SmallVector<Value> loops, position;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    loops.push_back(linalg::IndexOp::create(rewriter, op.getLoc(), dim));
  for (AffineExpr index : op.getMatchingIndexingMap(&input).getResults())
    position.push_back(
        affine::expandAffineExpr(rewriter, op.getLoc(), index, loops, {}));
  Value element = buildElement(rewriter, op.getLoc(), input.get(), position);
  rewriter.modifyOpInPlace(op, [&] {
    op.getMatchingBlockArgument(&input).replaceAllUsesWith(element);
  });
}

/// A body computes what an input's position tells. A reduction takes only one
/// number for all elements: the rest of its form is known to later passes.
LogicalResult computeInput(linalg::GenericOp op, PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics() || linalg::isaContractionOpInterface(op))
    return failure();
  for (OpOperand *input : op.getDpsInputOperands())
    if (isComputed(op, *input))
      return compute(op, *input, rewriter), success();
  return failure();
}

/// The same for a gather.
LogicalResult computeGathered(tensor::ExtractOp op, PatternRewriter &rewriter) {
  if (!isPositionFunction(op.getTensor()))
    return failure();
  rewriter.replaceOp(
      op, buildElement(rewriter, op.getLoc(), op.getTensor(), op.getIndices()));
  return success();
}

LogicalResult foldComparison(arith::CmpIOp op, PatternRewriter &rewriter) {
  std::optional<bool> result =
      op.getType().isInteger(1) ? decideComparison(op) : std::nullopt;
  if (!result)
    return failure();
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                 rewriter.getBoolAttr(*result));
  return success();
}

/// One number at all positions: a fill.
LogicalResult fillUniform(linalg::GenericOp op, PatternRewriter &rewriter) {
  if (op.getNumDpsInputs() != 0 || op->getNumResults() != 1 ||
      !isPositionFunction(op->getResult(0)))
    return failure();
  TypedAttr number = evaluateUniform(op);
  if (!number)
    return failure();
  Value constant = arith::ConstantOp::create(rewriter, op.getLoc(), number);
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, constant,
                                              op.getDpsInits().front());
  return success();
}

/// A reduction that adds nothing gives what it began with.
LogicalResult eraseReduction(linalg::GenericOp op, PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() == 0 ||
      op.getNumReductionLoops() == 0 ||
      !llvm::equal(op.getBody()->getTerminator()->getOperands(),
                   op.getRegionOutputArgs()))
    return failure();
  rewriter.replaceOp(op, op.getDpsInits());
  return success();
}
} // namespace

LogicalResult mlir::lowp::foldPositions(Operation *op) {
  MLIRContext *context = op->getContext();
  RewritePatternSet patterns(context);
  patterns.add(computeInput)
      .add(computeGathered)
      .add(foldComparison)
      .add(fillUniform)
      .add(eraseReduction);
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  // Otherwise a question for a size would read what one tensor alone reads.
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  memref::populateResolveShapedTypeResultDimsPatterns(patterns);
  arith::SelectOp::getCanonicalizationPatterns(patterns, context);
  return applyPatternsGreedily(op, std::move(patterns));
}
