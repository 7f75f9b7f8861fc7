//===- SlicesOfViews.cpp - Slices before views ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Halves of heads are slices of a view that divides rows into heads. What is
// computed of each element before the view, as a widening, would be a
// tensor in memory; the ops that read the slices compute it as well.
//
//===----------------------------------------------------------------------===//

#include "MoveSlices.h"

#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `op` has known numbers, and elements, and drops no dimension.
static bool isStatic(tensor::ExtractSliceOp op) {
  RankedTensorType source = op.getSourceType(), type = op.getType();
  return source.hasStaticShape() && type.hasStaticShape() &&
         type.getNumElements() > 0 && source.getRank() == type.getRank() &&
         op.getOffsets().empty() && op.getStrides().empty();
}

/// Whether `view` is all that reads an elementwise op, and slices all that
/// reads `view`: these can be slices of what the op reads.
static bool isBetweenElementsAndSlices(Operation *view) {
  auto type = cast<RankedTensorType>(view->getResult(0).getType());
  Value source = view->getOperand(0);
  return lowp::isElementwiseOp(source.getDefiningOp<linalg::LinalgOp>()) &&
         source.hasOneUse() && type.hasStaticShape() &&
         cast<RankedTensorType>(source.getType()).hasStaticShape() &&
         !collectSlices(view->getOpResult(0)).empty();
}

namespace {
/// Offset, count and stride along the one dimension that those of `group` are
/// made of.
std::optional<std::array<int64_t, 3>> join(tensor::ExtractSliceOp op,
                                           ArrayRef<int64_t> group) {
  SmallVector<int64_t> large = llvm::filter_to_vector(
      group, [&](auto dim) { return op.getSourceType().getDimSize(dim) != 1; });
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

/// A slice of a view that adds dimensions of size 1, or divides one into two of
/// which the slice has one element along the latter: a slice of what is viewed.
LogicalResult sliceBeforeExpand(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) {
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

/// What a slice has along one dimension.
struct DimRange {
  int64_t dim, offset, size, stride;
};

/// What `op` has along dimensions `group` of `viewed`, which are its
/// dimension `dim`, but for those of size 1.
std::optional<SmallVector<DimRange>> divide(tensor::ExtractSliceOp op,
                                            int64_t dim,
                                            ArrayRef<int64_t> viewed,
                                            ArrayRef<int64_t> group) {
  SmallVector<int64_t> large = llvm::filter_to_vector(
      group, [&](int64_t from) { return viewed[from] != 1; });
  DimRange all{0, op.getStaticOffset(dim), op.getStaticSize(dim),
               op.getStaticStride(dim)};
  if (large.empty())
    return SmallVector<DimRange>();
  if (large.size() > 2)
    return std::nullopt;
  all.dim = large.back();
  if (large.size() == 1)
    return SmallVector<DimRange>{all};
  if (all.size == 0)
    return std::nullopt;
  int64_t lanes = viewed[all.dim], row = all.offset / lanes;
  int64_t last = all.offset + (all.size - 1) * all.stride;
  if (last / lanes != row)
    return std::nullopt;
  all.offset %= lanes;
  return SmallVector<DimRange>{{large.front(), row, 1, 1}, all};
}

/// A slice of a view that drops dimensions of size 1, or joins two of which the
/// slice is within one element of the former: a view of a slice.
LogicalResult sliceBeforeCollapse(tensor::ExtractSliceOp op,
                                  PatternRewriter &rewriter) {
  auto collapse = op.getSource().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || !isStatic(op) || !collapse.getSrcType().hasStaticShape())
    return rewriter.notifyMatchFailure(op, "no view of known size");
  size_t rank = collapse.getSrcType().getRank();
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  SmallVector<OpFoldResult> offsets(rank, zero), sizes(rank, one),
      strides(rank, one);
  for (auto [dim, group] :
       llvm::enumerate(collapse.getReassociationIndices())) {
    std::optional<SmallVector<DimRange>> ranges =
        divide(op, dim, collapse.getSrcType().getShape(), group);
    if (!ranges)
      return rewriter.notifyMatchFailure(op, "joins what it reads");
    for (const DimRange &range : *ranges) {
      offsets[range.dim] = rewriter.getIndexAttr(range.offset);
      sizes[range.dim] = rewriter.getIndexAttr(range.size);
      strides[range.dim] = rewriter.getIndexAttr(range.stride);
    }
  }
  Value slice = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), collapse.getSrc(), offsets, sizes, strides);
  rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
      op, op.getType(), slice, collapse.getReassociationIndices());
  return success();
}
} // namespace

void mlir::lowp::populateSlicesOfViewsPatterns(RewritePatternSet &patterns) {
  patterns.add(sliceBeforeExpand).add(sliceBeforeCollapse);
  // Others than these two move the op after the view.
  linalg::populateFoldReshapeOpsByExpansionPatterns(
      patterns, [](OpOperand *viewed) {
        auto expand = dyn_cast<tensor::ExpandShapeOp>(viewed->getOwner());
        return expand && isBetweenElementsAndSlices(expand);
      });
}
