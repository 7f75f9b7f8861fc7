//===- MoveSlices.cpp - Slices in front of what they read -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseSlice.h"
#include "SizeOrigin.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::hasAllOfUnknown(tensor::ExtractSliceOp op) {
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

namespace {
/// Slices of an elementwise op that only such slices read: the op on slices. A
/// reduction of which others than one slice would be several kernels.
struct BubbleSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    auto producer =
        result ? dyn_cast<linalg::LinalgOp>(result.getOwner()) : nullptr;
    if (!isElementwise(producer) && !isReduction(producer))
      return rewriter.notifyMatchFailure(op, "no one op for each element");
    Slices slices = collect(result);
    if (slices.empty() || (slices.size() > 1 && !isElementwise(producer)))
      return rewriter.notifyMatchFailure(op, "others read the source");
    rewriter.setInsertionPointAfter(producer);
    for (auto &[place, equal] : slices)
      bubble(equal, producer, rewriter);
    // Else this one would be another reader of what the slices read, and each
    // op in front take one more walk over the program.
    rewriter.eraseOp(producer);
    return success();
  }

private:
  /// Slices by where they are.
  using Slices =
      llvm::MapVector<Attribute, SmallVector<tensor::ExtractSliceOp, 2>>;

  /// The slices that read `value`; none if something else does, too, or they
  /// read an element twice.
  static Slices collect(OpResult value) {
    Slices slices;
    int64_t read = 0;
    Builder builder(value.getContext());
    for (Operation *user : value.getUsers()) {
      auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
      // Upstream crashes on slices without elements.
      if (!slice || !slice.getStrides().empty() ||
          !slice.getOffsets().empty() || !hasAllOfUnknown(slice) ||
          llvm::is_contained(slice.getStaticSizes(), 0))
        return {};
      auto place = builder.getArrayAttr({slice.getStaticOffsetsAttr(),
                                         slice.getStaticSizesAttr(),
                                         slice.getStaticStridesAttr()});
      if (!slices.contains(place))
        read += multiplyKnownSizes(slice.getType());
      slices[place].push_back(slice);
    }
    auto type = cast<RankedTensorType>(value.getType());
    return read <= multiplyKnownSizes(type) ? slices : Slices();
  }

  /// Computes what `equal` slices of `producer` have, once.
  static void bubble(ArrayRef<tensor::ExtractSliceOp> equal,
                     linalg::LinalgOp producer, PatternRewriter &rewriter) {
    tensor::ExtractSliceOp first = equal.front();
    SmallVector<StridedRange> loops = getAllOfLoops(rewriter, producer);
    for (auto [dim, index] :
         llvm::enumerate(producer.getIndexingMapsArray().back().getResults()))
      if (!first.isDynamicSize(dim))
        loops[cast<AffineDimExpr>(index).getPosition()] = {
            first.getMixedOffsets()[dim], first.getMixedSizes()[dim],
            first.getMixedStrides()[dim]};
    Value sliced = computeAt(rewriter, producer, loops);
    for (tensor::ExtractSliceOp op : equal) {
      Value read = sliced;
      if (read.getType() != op.getType())
        read = tensor::CollapseShapeOp::create(
            rewriter, op.getLoc(), op.getType(), sliced, joinDropped(op));
      rewriter.replaceOp(op, read);
    }
  }

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
};

/// A slice of a view that adds dimensions of size 1, or divides one into two of
/// which the slice has one element along the latter: a slice of what is viewed.
struct SliceBeforeView : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSource().getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || !isStatic(op))
      return rewriter.notifyMatchFailure(op, "no view of known size");
    SmallVector<OpFoldResult> offsets, sizes, strides;
    for (ArrayRef<int64_t> group : expand.getReassociationIndices()) {
      std::optional<std::array<int64_t, 3>> range = join(op, group);
      if (!range)
        return rewriter.notifyMatchFailure(op, "divides what it reads");
      offsets.push_back(rewriter.getIndexAttr((*range)[0]));
      sizes.push_back(rewriter.getIndexAttr((*range)[1]));
      strides.push_back(rewriter.getIndexAttr((*range)[2]));
    }
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), expand.getSrc(), offsets, sizes, strides);
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        op, op.getType(), slice, expand.getReassociationIndices());
    return success();
  }

private:
  static bool isStatic(tensor::ExtractSliceOp op) {
    RankedTensorType source = op.getSourceType(), type = op.getType();
    return source.hasStaticShape() && type.hasStaticShape() &&
           type.getNumElements() > 0 && source.getRank() == type.getRank() &&
           op.getOffsets().empty() && op.getStrides().empty();
  }

  /// Offset, count and stride along the one dimension that those of `group` are
  /// made of.
  static std::optional<std::array<int64_t, 3>> join(tensor::ExtractSliceOp op,
                                                    ArrayRef<int64_t> group) {
    SmallVector<int64_t> large = llvm::filter_to_vector(group, [&](auto dim) {
      return op.getSourceType().getDimSize(dim) != 1;
    });
    if (large.empty())
      return std::array<int64_t, 3>{0, 1, 1};
    int64_t dim = large.front(), lanes = 1, lane = 0;
    if (large.size() == 2 && op.getStaticSize(large.back()) == 1) {
      lanes = op.getSourceType().getDimSize(large.back());
      lane = op.getStaticOffset(large.back());
    } else if (large.size() > 1) {
      return std::nullopt;
    }
    return std::array<int64_t, 3>{op.getStaticOffset(dim) * lanes + lane,
                                  op.getStaticSize(dim),
                                  op.getStaticStride(dim) * lanes};
  }
};
} // namespace

void mlir::lowp::populateMoveSlicesPatterns(RewritePatternSet &patterns) {
  patterns.add<BubbleSlice, SliceBeforeView>(patterns.getContext());
}
