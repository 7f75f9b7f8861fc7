//===- SinkConcats.cpp - Elementwise ops on the parts of a concat ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseSlice.h"
#include "EqualParts.h"

#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Shapes/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <numeric>

namespace mlir::lowp {
#define GEN_PASS_DEF_SINKCONCATSPASS
#include "lowp/Graph/Shapes/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// f(concat(a, b), c) becomes concat(f(a, c1), f(b, c2)), with slices of c.
struct SinkConcat : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementwiseOp(op))
      return rewriter.notifyMatchFailure(op, "not elementwise");
    for (OpOperand *input : op.getDpsInputOperands())
      if (std::optional<EqualParts> parts = matchRead(op, input))
        if (auto loop = dyn_cast<AffineDimExpr>(
                op.getMatchingIndexingMap(input).getResult(parts->dim)))
          return split(op, *parts, loop, rewriter);
    return rewriter.notifyMatchFailure(op, "no concat of equal parts");
  }

private:
  /// The parts of `input`, if nobody needs it as a whole.
  static std::optional<EqualParts> matchRead(linalg::LinalgOp op,
                                             OpOperand *input) {
    std::optional<EqualParts> parts = matchParts(input->get());
    if (!parts || parts->values.size() > kMostParts ||
        !isReadByElements(input->get().getDefiningOp()) ||
        (parts->lanes > 1 && op.hasDynamicShape()))
      return std::nullopt;
    return parts;
  }

  static LogicalResult split(linalg::LinalgOp op, const EqualParts &parts,
                             AffineDimExpr loop, PatternRewriter &rewriter) {
    SmallVector<StridedRange> loops = getAllOfLoops(rewriter, op);
    AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    EqualParts computed{
        *result.getResultPosition(loop), parts.size, parts.lanes, {}};
    for (size_t number = 0; number < parts.values.size(); ++number) {
      loops[loop.getPosition()] = {
          rewriter.getIndexAttr(parts.getOffset(number)),
          rewriter.getIndexAttr(parts.size),
          rewriter.getIndexAttr(parts.lanes)};
      computed.values.push_back(computeAt(rewriter, op, loops));
    }
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    rewriter.replaceOp(op, buildParts(rewriter, op.getLoc(), type, computed));
    return success();
  }
};

/// Whether `op` has all of its source along each dimension but `along`, of
/// which it has known elements.
bool isAlong(tensor::ExtractSliceOp op, int64_t along) {
  RankedTensorType source = op.getSourceType(), type = op.getType();
  if (type.getRank() != source.getRank() || !hasAllOfUnknown(op) ||
      type.isDynamicDim(along) || type.getDimSize(along) == 0 ||
      op.isDynamicOffset(along) || op.isDynamicStride(along))
    return false;
  return llvm::all_of(llvm::seq(type.getRank()), [&](int64_t dim) {
    return dim == along || (type.getDimSize(dim) == source.getDimSize(dim) &&
                            isZeroInteger(op.getMixedOffsets()[dim]));
  });
}

/// What `op` reads of `parts`, as pieces of one size; nothing if it has some
/// elements of lanes, or many pieces.
std::optional<EqualParts> select(tensor::ExtractSliceOp op,
                                 const EqualParts &parts, OpBuilder &builder) {
  int64_t offset = op.getStaticOffset(parts.dim);
  int64_t count = op.getType().getDimSize(parts.dim);
  int64_t stride = op.getStaticStride(parts.dim);
  int64_t lanes = parts.lanes;
  bool isLane = stride == lanes;
  bool areRows = stride == 1 && offset % lanes == 0 && count % lanes == 0;
  if (!isLane && !areRows)
    return std::nullopt;
  int64_t first = offset / lanes, rows = isLane ? count : count / lanes;
  if (rows == 0)
    return std::nullopt;
  // A slice of one part; or what divides several parts and the slice.
  bool isOfOne = first / parts.size == (first + rows - 1) / parts.size;
  int64_t size = isOfOne ? rows : std::gcd(std::gcd(parts.size, first), rows);
  if (rows / size * (isLane ? 1 : lanes) > kMostParts)
    return std::nullopt;
  EqualParts read{parts.dim, size, isLane ? 1 : lanes, {}};
  for (int64_t row = first; row < first + rows; row += size)
    for (int64_t lane = 0; lane < read.lanes; ++lane) {
      int64_t number =
          row / parts.size * lanes + (isLane ? offset % lanes : lane);
      Value part = getPart(builder, op.getSourceType(), parts, number);
      read.values.push_back(sliceAlong(builder, part, parts.dim,
                                       row % parts.size, size, /*stride=*/1));
    }
  return read;
}

/// A slice of a concat: what it has of the parts. Pieces of one size are parts
/// of a concat again, as where an embedding turns three quarters of a head.
LogicalResult foldSliceOfConcat(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) {
  std::optional<EqualParts> parts = matchParts(op.getSource());
  if (!parts || !isAlong(op, parts->dim))
    return rewriter.notifyMatchFailure(op, "no slice of parts");
  std::optional<EqualParts> read = select(op, *parts, rewriter);
  if (!read)
    return rewriter.notifyMatchFailure(op,
                                       "some of several lanes, or many pieces");
  rewriter.replaceOp(op,
                     buildParts(rewriter, op.getLoc(), op.getType(), *read));
  return success();
}

struct SinkConcatsPass : lowp::impl::SinkConcatsPassBase<SinkConcatsPass> {
  void runOnOperation() override {
    // First: what reads a concat is divided, and reads slices afterwards.
    RewritePatternSet concats(&getContext());
    populateInsertToConcatPatterns(concats);
    if (failed(applyPatternsGreedily(getOperation(), std::move(concats))))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<SinkConcat>(&getContext()).add(foldSliceOfConcat);
    populateMoveSlicesPatterns(patterns);
    populateFlattenConcatPatterns(patterns);
    populateConcatsOfViewsPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    // Tiling asks for sizes of what is sliced.
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    tensor::ExtractSliceOp::getCanonicalizationPatterns(patterns,
                                                        &getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    // A reshape of a fill would be one of an empty tensor.
    linalg::FillOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
