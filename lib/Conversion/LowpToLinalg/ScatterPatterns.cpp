//===- ScatterPatterns.cpp - Scatters as loops ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilders.h"
#include "Patterns.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Offsets of the row that `position` tells.
static SmallVector<OpFoldResult> buildOffsets(OpBuilder &b, ScatterOp op,
                                              Value position) {
  Location loc = op.getLoc();
  SmallVector<Value> sizes;
  for (int64_t dim : op.getDimensions())
    sizes.push_back(tensor::DimOp::create(b, loc, op.getInit(), dim));
  auto [place, isPlace] = op.locate(b, position, sizes);
  cf::AssertOp::create(b, loc, isPlace,
                       "lowp.scatter: expected indices within their "
                       "dimension, got one beyond; pass indices of elements "
                       "that the tensor has");
  SmallVector<OpFoldResult> offsets(op.getInitType().getRank(),
                                    b.getIndexAttr(0));
  for (auto [dim, index] : llvm::zip_equal(op.getDimensions(), place))
    offsets[dim] = index;
  return offsets;
}

/// `row` of the type that has `update` in it.
static Value combine(OpBuilder &b, ScatterOp op, Value update, Value row) {
  int64_t rank = cast<RankedTensorType>(row.getType()).getRank();
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(rank));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    return op.combine(b, elements[0], elements[1]);
  };
  return buildGeneric(b, op.getLoc(), update, row, maps, body);
}

/// `written` with update `number` in it, at `position`.
static Value buildUpdate(OpBuilder &b, ScatterOp op, Value number,
                         Value position, Value written) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> offsets = buildOffsets(b, op, position);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, op.getInit());
  SmallVector<OpFoldResult> ones(sizes.size(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> from = {number}, of = {b.getIndexAttr(1)};
  SmallVector<int64_t> shape;
  for (int64_t dim : op.getRowDims()) {
    from.push_back(b.getIndexAttr(0));
    of.push_back(sizes[dim]);
    shape.push_back(op.getInitType().getDimSize(dim));
  }
  for (int64_t dim : op.getDimensions())
    sizes[dim] = b.getIndexAttr(1);
  auto type = RankedTensorType::get(shape, op.getInitType().getElementType());
  SmallVector<OpFoldResult> steps(from.size(), b.getIndexAttr(1));
  Value update = tensor::ExtractSliceOp::create(b, loc, type, op.getUpdates(),
                                                from, of, steps);
  Value row = tensor::ExtractSliceOp::create(b, loc, type, written, offsets,
                                             sizes, ones);
  return tensor::InsertSliceOp::create(b, loc, combine(b, op, update, row),
                                       written, offsets, sizes, ones);
}

/// `written` after update `number`, which may be left out.
static Value buildStep(OpBuilder &b, ScatterOp op, Value number,
                       Value written) {
  Location loc = op.getLoc();
  Value position = tensor::ExtractOp::create(b, loc, op.getPositions(), number);
  Value nowhere = arith::ConstantOp::create(
      b, loc, b.getI64IntegerAttr(ScatterOp::kNowhere));
  Value isUpdate = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                         position, nowhere);
  auto update = [&](OpBuilder &b, Location) {
    return buildUpdate(b, op, number, position, written);
  };
  auto leaveOut = [&](OpBuilder &, Location) { return written; };
  return buildWhere(b, loc, isUpdate, update, leaveOut);
}

/// One update after the other is written in place.
LogicalResult mlir::lowp::lowerScatter(ScatterOp op,
                                       PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "not on tensors");
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value count = tensor::DimOp::create(rewriter, loc, op.getUpdates(), 0);
  auto body = [&](OpBuilder &b, Location loc, Value number,
                  ValueRange written) {
    Value updated = buildStep(b, op, number, written.front());
    scf::YieldOp::create(b, loc, updated);
  };
  auto loop =
      scf::ForOp::create(rewriter, loc, zero, count, one, op.getInit(), body);
  rewriter.replaceOp(op, loop.getResults());
  return success();
}
