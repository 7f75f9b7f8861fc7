//===- MoveSlices.cpp - Slices before what they read ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveSlices.h"
#include "ElementwiseSlice.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/SizeTracer.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
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

/// Whether where `op` is follows from numbers. Upstream crashes on slices
/// without elements.
static bool canMove(tensor::ExtractSliceOp op) {
  return op.getStrides().empty() && op.getOffsets().empty() &&
         hasAllOfUnknown(op) && !llvm::is_contained(op.getStaticSizes(), 0);
}

Slices mlir::lowp::collectSlices(OpResult value) {
  Slices slices;
  int64_t read = 0;
  Builder builder(value.getContext());
  for (Operation *user : value.getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || !canMove(slice))
      return {};
    auto place = builder.getArrayAttr({slice.getStaticOffsetsAttr(),
                                       slice.getStaticSizesAttr(),
                                       slice.getStaticStridesAttr()});
    if (!slices.contains(place))
      read += countElements(slice.getType());
    slices[place].push_back(slice);
  }
  // A read of what is transposed costs what its source does, however often.
  auto type = cast<RankedTensorType>(value.getType());
  return read <= countElements(type) || getTransposeMap(value) ? slices
                                                               : Slices();
}

/// Whether `op` widens elements: to read these is less than to read its result.
static bool widens(linalg::LinalgOp op) {
  return isElementwiseOp(op) && op.getNumDpsInputs() == 1 &&
         isCopy(op, Through::Widening) &&
         getElementTypeOrSelf(op.getDpsInputs()[0].getType()) !=
             getElementTypeOrSelf(op->getResult(0).getType());
}

namespace {
/// Slices of an elementwise op that only such slices read: the op on slices. A
/// reduction of which others than one slice would be several kernels. What
/// widens is computed again for a slice, whoever else reads it.
struct BubbleSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    auto producer =
        result ? dyn_cast<linalg::LinalgOp>(result.getOwner()) : nullptr;
    if (!isElementwiseOp(producer) && !isReduction(producer))
      return rewriter.notifyMatchFailure(op, "no one op for each element");
    Slices slices = collectSlices(result);
    if (slices.size() > 1 && !isElementwiseOp(producer))
      slices.clear();
    bool areAll = !slices.empty();
    if (!areAll && canMove(op) && widens(producer))
      slices[op->getAttrDictionary()].push_back(op);
    if (slices.empty())
      return rewriter.notifyMatchFailure(op, "others read the source");
    rewriter.setInsertionPointAfter(producer);
    for (auto &[place, equal] : slices)
      bubble(equal, producer, rewriter);
    // Left here, this one would be another reader of what the slices read, and
    // each op in front would take one more walk over the program.
    if (areAll)
      rewriter.eraseOp(producer);
    return success();
  }

private:
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
            rewriter, op.getLoc(), op.getType(), sliced,
            groupDropped(op.getDroppedDims()));
      rewriter.replaceOp(op, read);
    }
  }
};
} // namespace

void mlir::lowp::populateMoveSlicesPatterns(RewritePatternSet &patterns) {
  patterns.add<BubbleSlice>(patterns.getContext());
  populateSlicesOfViewsPatterns(patterns);
}
