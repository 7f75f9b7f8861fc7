//===- LayoutPatterns.cpp - relayout and transpose ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockAmax.h"
#include "LinalgBuilders.h"
#include "PackedData.h"
#include "PopulatePatterns.h"
#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

Value reorderData(OpBuilder &builder, Location loc, const ScaledParts &parts,
                  ScaledType type, ArrayRef<OpFoldResult> sizes) {
  if (parts.type.getOrder() == type.getOrder() &&
      parts.type.getPacking() == type.getPacking())
    return parts.data;
  auto copy = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value element = fromUnpackedElement(b, loc, parts.type, args[0]);
    linalg::YieldOp::create(b, loc, toUnpackedElement(b, loc, type, element));
  };
  return buildElementwise(builder, loc, parts.data,
                          buildEmptyData(builder, loc, type, sizes),
                          {getDataMap(parts.type), getDataMap(type)}, copy);
}

Value reorderScales(OpBuilder &builder, Location loc, const ScaledParts &parts,
                    ScaledType type, ArrayRef<OpFoldResult> sizes) {
  if (parts.type.getScaleLayout() == type.getScaleLayout())
    return parts.scales;
  auto getScale = [&](OpBuilder &b, Location loc, Value i, Value j) {
    return buildStoredScaleAt(b, loc, parts, i, j);
  };
  SmallVector<OpFoldResult> counts =
      getBlockCounts(builder, loc, type.getRecipe().getBlockShape(), sizes);
  return buildScaleStorage(builder, loc, type, counts, getScale);
}

struct RelayoutToLinalg : OpRewritePattern<RelayoutOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RelayoutOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType type = op.getType();
    if (type.isStack())
      return rewriter.notifyMatchFailure(op, "matrix by matrix");
    ScaledParts parts = ScaledParts::split(rewriter, loc, op.getInput());
    SmallVector<OpFoldResult> sizes = parts.getSizes(rewriter, loc);
    Value data = reorderData(rewriter, loc, parts, type, sizes);
    Value scales = reorderScales(rewriter, loc, parts, type, sizes);
    ScaledParts result = {type, data, scales, parts.globalScale};
    rewriter.replaceOp(op, result.join(rewriter, loc));
    return success();
  }
};

/// A transpose changes what the tensors mean, not the tensors.
struct TransposeToLinalg : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto split = SplitScaledOp::create(rewriter, op.getLoc(), op.getInput());
    rewriter.replaceOpWithNewOp<MakeScaledOp>(op, op.getType(),
                                              split.getResults());
    return success();
  }
};

} // namespace

void mlir::lowp::populateLayoutPatterns(RewritePatternSet &patterns) {
  patterns.add<RelayoutToLinalg, TransposeToLinalg>(patterns.getContext());
}
