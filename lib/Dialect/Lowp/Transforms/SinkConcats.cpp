//===- SinkConcats.cpp - Elementwise ops on the parts of a concat ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualParts.h"
#include "SizeOrigin.h"

#include "lowp/Dialect/Lowp/Transforms/FusionDomain.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SINKCONCATSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::isElementwise(linalg::LinalgOp op) {
  return op && op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() && op.getNumLoops() > 0 &&
         isa<TilingInterface>(op.getOperation()) &&
         !isa<linalg::FillOp>(op.getOperation()) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

bool mlir::lowp::isReadByElements(Operation *op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    return isElementwise(dyn_cast<linalg::LinalgOp>(user));
  });
}

namespace {

/// f(concat(a, b), c) becomes concat(f(a, c1), f(b, c2)), with slices of c.
struct SinkConcat : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementwise(op))
      return rewriter.notifyMatchFailure(op, "not elementwise");
    for (OpOperand *input : op.getDpsInputOperands())
      if (auto concat = input->get().getDefiningOp<tensor::ConcatOp>())
        if (std::optional<unsigned> loop = findLoop(op, input, concat))
          return split(op, concat, *loop, rewriter);
    return rewriter.notifyMatchFailure(op, "no concat of equal parts");
  }

private:
  /// The loop of `op` that runs over the parts.
  static std::optional<unsigned> findLoop(linalg::LinalgOp op, OpOperand *input,
                                          tensor::ConcatOp concat) {
    auto dim = dyn_cast<AffineDimExpr>(
        op.getMatchingIndexingMap(input).getResult(concat.getDim()));
    if (!dim || !getPartSize(concat) || !isReadByElements(concat))
      return std::nullopt;
    return dim.getPosition();
  }

  static LogicalResult split(linalg::LinalgOp op, tensor::ConcatOp concat,
                             unsigned loop, PatternRewriter &rewriter) {
    auto tiling = cast<TilingInterface>(op.getOperation());
    SmallVector<OpFoldResult> offsets, sizes;
    for (Range range : tiling.getIterationDomain(rewriter)) {
      offsets.push_back(range.offset);
      sizes.push_back(range.size);
    }
    int64_t size = *getPartSize(concat);
    SmallVector<Value> parts;
    for (size_t part = 0; part < concat.getInputs().size(); ++part) {
      offsets[loop] = rewriter.getIndexAttr(part * size);
      sizes[loop] = rewriter.getIndexAttr(size);
      FailureOr<TilingResult> tile =
          tiling.getTiledImplementation(rewriter, offsets, sizes);
      if (failed(tile))
        return failure();
      parts.push_back(tile->tiledValues.front());
    }
    AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    auto loopExpr = getAffineDimExpr(loop, op.getContext());
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(
        op, op->getResult(0).getType(), *result.getResultPosition(loopExpr),
        parts);
    return success();
  }
};

/// Whether a slice has all that its source has along dimensions of a size that
/// its type does not tell.
static bool hasAllOfUnknown(tensor::ExtractSliceOp op) {
  if (op.getDroppedDims().any())
    return op.getType().hasStaticShape();
  for (int64_t dim = 0; dim < op.getType().getRank(); ++dim)
    if (op.getType().isDynamicDim(dim) &&
        (!isZeroInteger(op.getMixedOffsets()[dim]) ||
         !(traceSize(op.getMixedSizes()[dim]) ==
           traceSize(op.getSource(), dim))))
      return false;
  return true;
}

/// A slice of a concat that is one of its parts.
struct FoldSliceOfConcat : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto concat = op.getSource().getDefiningOp<tensor::ConcatOp>();
    std::optional<int64_t> size = concat ? getPartSize(concat) : std::nullopt;
    if (!size)
      return rewriter.notifyMatchFailure(op, "no concat of equal parts");
    std::optional<int64_t> offset =
        getConstantIntValue(op.getMixedOffsets()[concat.getDim()]);
    if (!offset || *offset % *size != 0 || !isWholePart(op, concat, *size))
      return rewriter.notifyMatchFailure(op, "not one part");
    rewriter.replaceOp(op, concat.getInputs()[*offset / *size]);
    return success();
  }

private:
  static bool isWholePart(tensor::ExtractSliceOp op, tensor::ConcatOp concat,
                          int64_t size) {
    if (op.getType() != concat.getInputs().front().getType() ||
        !hasAllOfUnknown(op) || !op.hasUnitStride())
      return false;
    return llvm::all_of(llvm::enumerate(op.getMixedOffsets()), [&](auto it) {
      return it.index() == concat.getDim() || isZeroInteger(it.value());
    });
  }
};

/// A slice of an elementwise op that only such slices read: the op on slices.
struct BubbleSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    auto producer =
        result ? dyn_cast<linalg::LinalgOp>(result.getOwner()) : nullptr;
    if (!isElementwise(producer) || !isReadOnceInSlices(result))
      return rewriter.notifyMatchFailure(op, "others read the source");
    // Upstream crashes on these.
    if (llvm::is_contained(op.getStaticSizes(), 0))
      return rewriter.notifyMatchFailure(op, "has no elements");
    // Upstream's way would slice the tile once more where dimensions are
    // dropped.
    FailureOr<TilingResult> tile =
        cast<TilingInterface>(producer.getOperation())
            .generateResultTileValue(rewriter, result.getResultNumber(),
                                     op.getMixedOffsets(), op.getMixedSizes());
    if (failed(tile))
      return rewriter.notifyMatchFailure(op, "cannot be sliced");
    Value sliced = tile->tiledValues.front();
    if (sliced.getType() != op.getType())
      sliced = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), op.getType(), sliced, joinDropped(op));
    rewriter.replaceOp(op, sliced);
    return success();
  }

private:
  /// The dimensions of what `op` slices, each joined with those of size 1 in
  /// front of it that the slice drops.
  static SmallVector<ReassociationIndices>
  joinDropped(tensor::ExtractSliceOp op) {
    llvm::SmallBitVector dropped = op.getDroppedDims();
    SmallVector<ReassociationIndices> groups;
    ReassociationIndices open;
    for (unsigned dim = 0; dim < dropped.size(); ++dim) {
      open.push_back(dim);
      if (dropped.test(dim))
        continue;
      groups.push_back(open);
      open.clear();
    }
    if (!groups.empty())
      llvm::append_range(groups.back(), open);
    return groups;
  }

  /// Whether slices, equal ones counted once, read no element of `value` twice.
  static bool isReadOnceInSlices(OpResult value) {
    int64_t read = 0;
    llvm::DenseSet<Attribute> seen;
    Builder builder(value.getContext());
    for (Operation *user : value.getUsers()) {
      auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
      if (!slice || !slice.hasUnitStride() || !slice.getOffsets().empty() ||
          !hasAllOfUnknown(slice))
        return false;
      auto place = builder.getArrayAttr(
          {slice.getStaticOffsetsAttr(), slice.getStaticSizesAttr()});
      if (seen.insert(place).second)
        read += multiplyKnownSizes(slice.getType());
    }
    return read <= multiplyKnownSizes(cast<RankedTensorType>(value.getType()));
  }
};

struct SinkConcatsPass : lowp::impl::SinkConcatsPassBase<SinkConcatsPass> {
  void runOnOperation() override {
    // First: what reads a concat is divided, and reads slices afterwards.
    RewritePatternSet concats(&getContext());
    populateInsertToConcatPatterns(concats);
    if (failed(applyPatternsGreedily(getOperation(), std::move(concats))))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<SinkConcat, FoldSliceOfConcat, BubbleSlice>(&getContext());
    populateFlattenConcatPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    // Tiling asks for sizes of what is sliced.
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    tensor::ExtractSliceOp::getCanonicalizationPatterns(patterns,
                                                        &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
