//===- ConcatsOfViews.cpp - Views after concats of views ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualParts.h"

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

std::optional<int64_t> mlir::lowp::findUnjoined(tensor::CollapseShapeOp op,
                                                int64_t dim) {
  for (auto [joined, group] : llvm::enumerate(op.getReassociationIndices()))
    if (group == ReassociationIndices{dim})
      return joined;
  return std::nullopt;
}

/// Whether `part` is there in the shape that `op` makes, without a view.
static bool vanishesFor(tensor::CollapseShapeOp op, Value part) {
  return getViewed<tensor::ExpandShapeOp>(part, op.getReassociationIndices()) ||
         part.getDefiningOp<arith::ConstantOp>();
}

/// collapse(concat(expand(a), b)) along a dimension that stays becomes
/// concat(a, collapse(b)), so that what computes the parts, which has fewer
/// dimensions, and the concat are one kernel.
static LogicalResult collapseParts(tensor::CollapseShapeOp op,
                                   PatternRewriter &rewriter) {
  auto concat = op.getSrc().getDefiningOp<tensor::ConcatOp>();
  if (!concat || !concat->hasOneUse())
    return rewriter.notifyMatchFailure(op, "no concat for it alone");
  std::optional<int64_t> dim = findUnjoined(op, concat.getDim());
  if (!dim || llvm::none_of(concat.getInputs(),
                            [&](Value part) { return vanishesFor(op, part); }))
    return rewriter.notifyMatchFailure(op, "no view would be less");
  SmallVector<Value> parts;
  for (Value part : concat.getInputs())
    parts.push_back(tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), part, op.getReassociationIndices()));
  rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getResultType(), *dim,
                                                parts);
  return success();
}

void mlir::lowp::populateConcatsOfViewsPatterns(RewritePatternSet &patterns) {
  patterns.add(collapseParts);
}
