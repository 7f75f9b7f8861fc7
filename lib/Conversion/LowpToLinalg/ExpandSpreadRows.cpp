//===- ExpandSpreadRows.cpp - Rows of spread groups are gathered ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables say which row of the input comes to a place; then rows are gathered,
// by an elementwise loop that fusions know.
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h"

#include "GroupedDim.h"
#include "LinalgBuilders.h"
#include "Patterns.h"
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_EXPANDSPREADROWSPASS
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// The element in hand of the result: that of the row that belongs to its
/// place, or 0.
static Value buildElement(ImplicitLocOpBuilder &b, SpreadRowsOp op,
                          const GroupedDim &groups, OpFoldResult rows) {
  Value place = linalg::IndexOp::create(b, 0);
  Value start = arith::ConstantIndexOp::create(b, op.getStart());
  auto [row, isThere] =
      groups.getElement(b, b.getLoc(), arith::DivUIOp::create(b, place, start),
                        arith::RemUIOp::create(b, place, start));
  Value last = arith::SubIOp::create(
      b, getValueOrCreateConstantIndexOp(b, b.getLoc(), rows),
      arith::ConstantIndexOp::create(b, 1));
  Value element =
      tensor::ExtractOp::create(b, op.getInput(),
                                ValueRange{arith::MinUIOp::create(b, row, last),
                                           linalg::IndexOp::create(b, 1)});
  return orZero(b, b.getLoc(), isThere, element);
}

namespace {

struct ExpandSpreadRowsPass
    : lowp::impl::ExpandSpreadRowsPassBase<ExpandSpreadRowsPass> {
  using Base::Base;

  void runOnOperation() override {
    // Quantizes know what they read as long as it is an op.
    RewritePatternSet quantizes(&getContext());
    quantizes.add(divideSpreadQuantize);
    walkAndApplyPatterns(getOperation(), std::move(quantizes));
    RewritePatternSet patterns(&getContext());
    patterns.add(lowerSpreadRows);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

LogicalResult mlir::lowp::lowerSpreadRows(SpreadRowsOp op,
                                          PatternRewriter &rewriter) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  OpFoldResult rows = tensor::getMixedSize(b, op.getLoc(), op.getInput(), 0);
  GroupedDim groups = buildSpreadGroups(b, op, rows);
  ReifiedRankedShapedTypeDims shapes;
  // It never fails.
  (void)op.reifyResultShapes(b, shapes);
  Value result =
      buildElements(b, op.getLoc(), shapes.front(), type.getElementType(), {},
                    {}, [&](ImplicitLocOpBuilder &inner, ValueRange) {
                      return buildElement(inner, op, groups, rows);
                    });
  return replaceWithCasts(rewriter, op, result);
}
