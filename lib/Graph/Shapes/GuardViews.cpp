//===- GuardViews.cpp - Views that upstream's patterns would change -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns of MLIR 22 change the meaning of some forms, or crash on them. What
// runs before them writes the same otherwise: slices that drop some of
// their dimensions of size 1 and have strides or unknown sizes have all
// dimensions, and a reshape drops them; `tensor.pad` inserted with strides is
// written out; constants for sizes that a type does not
// know are values.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Graph/Analysis/JoinLoops.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `op` has strides.
static bool hasStrides(OffsetSizeAndStrideOpInterface op) {
  return !llvm::all_of(op.getMixedStrides(), isOneInteger);
}

/// Whether upstream may take another dimension of size 1 for dropped than `op`
/// says, which drops `dropped`: where some stay, it compares strides that it
/// has not multiplied, and counts sizes once it knows them, which a fold may
/// tell later.
static bool mayDropOthers(OffsetSizeAndStrideOpInterface op,
                          const llvm::SmallBitVector &dropped) {
  size_t units = llvm::count_if(op.getMixedSizes(), isOneInteger);
  bool keepsUnits = units != dropped.count();
  return dropped.any() &&
         (!op.getSizes().empty() || (keepsUnits && hasStrides(op)));
}

namespace {

/// A slice with all its dimensions, then without those of size 1.
LogicalResult dropBehindSlice(tensor::ExtractSliceOp op,
                              PatternRewriter &rewriter) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (!mayDropOthers(op, dropped))
    return rewriter.notifyMatchFailure(op, "what it drops is clear");
  Value whole = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  Value few = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), whole,
                                              groupDropped(dropped));
  rewriter.replaceOp(op, rewriter.createOrFold<tensor::CastOp>(
                             op.getLoc(), op.getType(), few));
  return success();
}

/// What is inserted gets its dimensions of size 1 first.
LogicalResult addBeforeInsert(tensor::InsertSliceOp op,
                              PatternRewriter &rewriter) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (!mayDropOthers(op, dropped))
    return rewriter.notifyMatchFailure(op, "what it drops is clear");
  auto type = RankedTensorType::get(op.getStaticSizes(),
                                    op.getSourceType().getElementType());
  Value whole =
      tensor::ExpandShapeOp::create(rewriter, op.getLoc(), type, op.getSource(),
                                    groupDropped(dropped), op.getMixedSizes());
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
      op, whole, op.getDest(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  return success();
}

/// A pad that is inserted with strides is written out: upstream adds what lies
/// in front to the offset without multiplying it.
struct WriteOutPad : linalg::DecomposePadOpPattern {
  using DecomposePadOpPattern::DecomposePadOpPattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    bool isSpread = llvm::any_of(op->getUsers(), [&](Operation *user) {
      auto insert = dyn_cast<tensor::InsertSliceOp>(user);
      return insert && insert.getSource() == op.getResult() &&
             hasStrides(insert);
    });
    if (!isSpread)
      return rewriter.notifyMatchFailure(op, "not inserted with strides");
    return DecomposePadOpPattern::matchAndRewrite(op, rewriter);
  }
};

/// Sizes that a type does not know are values, not constants.
LogicalResult sayUnknown(tensor::ExpandShapeOp op, PatternRewriter &rewriter) {
  return sayUnknownSizes(rewriter, op);
}
} // namespace

void mlir::lowp::guardViews(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  patterns.add(dropBehindSlice)
      .add(addBeforeInsert)
      .add<WriteOutPad>(op->getContext())
      .add(sayUnknown);
  // Once, and without folders: these are what it is kept from.
  walkAndApplyPatterns(op, std::move(patterns));
}
