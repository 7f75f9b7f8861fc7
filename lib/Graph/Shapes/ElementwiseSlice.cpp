//===- ElementwiseSlice.cpp - Some elements of an elementwise op ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's tiling takes neighbours alone. The halves of a rotary embedding
// are neighbours; of one that turns pairs, each second element is a part.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseSlice.h"

#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::isReadByElements(Operation *op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    return isElementwiseOp(dyn_cast<linalg::LinalgOp>(user));
  });
}

SmallVector<StridedRange> mlir::lowp::getAllOfLoops(OpBuilder &builder,
                                                    linalg::LinalgOp op) {
  SmallVector<StridedRange> loops;
  for (Range range :
       cast<TilingInterface>(op.getOperation()).getIterationDomain(builder))
    loops.push_back({range.offset, range.size, range.stride});
  return loops;
}

static bool isSame(const StridedRange &one, const StridedRange &other) {
  return isEqualConstantIntOrValue(one.offset, other.offset) &&
         isEqualConstantIntOrValue(one.count, other.count) &&
         isEqualConstantIntOrValue(one.stride, other.stride);
}

/// The slice of `operand` that `map` reads at `loops`, of all iterations `all`.
static Value slice(OpBuilder &builder, Value operand, AffineMap map,
                   ArrayRef<StridedRange> loops, ArrayRef<StridedRange> all) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type)
    return operand;
  bool isWhole = true;
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (AffineExpr index : map.getResults()) {
    OpFoldResult one = builder.getIndexAttr(1);
    StridedRange range{builder.getIndexAttr(0), one, one};
    if (auto loop = dyn_cast<AffineDimExpr>(index)) {
      range = loops[loop.getPosition()];
      isWhole &= isSame(range, all[loop.getPosition()]);
    }
    offsets.push_back(range.offset);
    sizes.push_back(range.count);
    strides.push_back(range.stride);
  }
  if (isWhole)
    return operand;
  Location loc = operand.getLoc();
  // MLIR takes no place in a dimension of size 0, the first one neither.
  if (llvm::any_of(sizes, isZeroInteger))
    return tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  auto fill = operand.getDefiningOp<linalg::FillOp>();
  if (!fill)
    return tensor::ExtractSliceOp::create(builder, loc, operand, offsets, sizes,
                                          strides);
  // All of its elements are alike.
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  return linalg::FillOp::create(builder, loc, fill.value(), empty).getResult(0);
}

/// Indices of `op` become those of the whole that it computes `loops` of.
static void moveIndices(OpBuilder &builder, linalg::LinalgOp op,
                        ArrayRef<StridedRange> loops) {
  SmallVector<linalg::IndexOp> indices(
      op.getBlock()->getOps<linalg::IndexOp>());
  for (linalg::IndexOp index : indices) {
    const StridedRange &range = loops[index.getDim()];
    builder.setInsertionPointAfter(index);
    AffineExpr i, offset, stride;
    bindDims(builder.getContext(), i);
    bindSymbols(builder.getContext(), offset, stride);
    Value moved = getValueOrCreateConstantIndexOp(
        builder, index.getLoc(),
        affine::makeComposedFoldedAffineApply(
            builder, index.getLoc(), i * stride + offset,
            {index.getResult(), range.offset, range.stride}));
    index.getResult().replaceUsesWithIf(moved, [&](OpOperand &use) {
      return use.getOwner() != moved.getDefiningOp();
    });
  }
}

Value mlir::lowp::computeAt(OpBuilder &builder, linalg::LinalgOp op,
                            ArrayRef<StridedRange> loops) {
  SmallVector<StridedRange> all = getAllOfLoops(builder, op);
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(slice(builder, operand.get(),
                             op.getMatchingIndexingMap(&operand), loops, all));
  auto part =
      clone(builder, op, TypeRange{operands.back().getType()}, operands);
  OpBuilder::InsertionGuard scope(builder);
  moveIndices(builder, part, loops);
  return part->getResult(0);
}
