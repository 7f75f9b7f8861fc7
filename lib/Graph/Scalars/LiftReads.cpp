//===- LiftReads.cpp - What a body reads at its place is an input ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `tensor.extract` in the body of a `linalg.generic` whose indices are loops
// of the generic, or 0 along a dimension of size 1, becomes an input with an
// indexing map, if the loops cover the tensor. So exporters write broadcasts
// whose sizes they do not know: `%n == 1 ? 0 : %i` is `%i` where `%i` runs to
// `%n`. Sizes are equal if they come from one dimension of one tensor.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Graph/Analysis/SizeTracer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether loop `loop` runs to `size`, by the first operand that has its size.
static bool runsTo(linalg::GenericOp op, int64_t loop,
                   const SizeFormula &size) {
  AffineExpr counter = getAffineDimExpr(loop, op.getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto place = map.getResultPosition(counter);
    if (place && isa<RankedTensorType>(operand.get().getType()))
      return traceSize(operand.get(), *place) == size;
  }
  return false;
}

/// The loop that `index` counts in the body of `op`. A broadcast that an
/// exporter decides at run time takes position 0 where the size is 1: that is
/// the position which the loop has then.
static std::optional<int64_t> matchLoop(linalg::GenericOp op, Value index) {
  if (auto counter = index.getDefiningOp<linalg::IndexOp>())
    return counter->getParentOp() == op ? std::optional(counter.getDim())
                                        : std::nullopt;
  auto choice = index.getDefiningOp<arith::SelectOp>();
  auto test = choice ? choice.getCondition().getDefiningOp<arith::CmpIOp>()
                     : arith::CmpIOp();
  if (!test || test.getPredicate() != arith::CmpIPredicate::eq ||
      !matchPattern(choice.getTrueValue(), m_Zero()) ||
      !matchPattern(test.getRhs(), m_One()))
    return std::nullopt;
  std::optional<int64_t> loop = matchLoop(op, choice.getFalseValue());
  if (!loop || !runsTo(op, *loop, traceSize(test.getLhs())))
    return std::nullopt;
  return loop;
}

/// The map from loops of `op` to the element that `read` reads, if the loops
/// cover the tensor; null else.
static AffineMap matchRead(linalg::GenericOp op, tensor::ExtractOp read) {
  Value tensor = read.getTensor();
  if (read->getParentOp() != op ||
      op->isAncestor(tensor.getParentRegion()->getParentOp()))
    return {};
  SmallVector<AffineExpr> places;
  for (auto [dim, index] : llvm::enumerate(read.getIndices())) {
    SizeFormula size = traceSize(tensor, dim);
    if (size.getNumber() == 1 && matchPattern(index, m_Zero())) {
      places.push_back(getAffineConstantExpr(0, op.getContext()));
      continue;
    }
    std::optional<int64_t> loop = matchLoop(op, index);
    if (!loop || !runsTo(op, *loop, size))
      return {};
    places.push_back(getAffineDimExpr(*loop, op.getContext()));
  }
  return AffineMap::get(op.getNumLoops(), 0, places, op.getContext());
}

/// `op` with another input, the element of which stands for `read`.
static linalg::GenericOp lift(linalg::GenericOp op, tensor::ExtractOp read,
                              AffineMap map) {
  OpBuilder builder(op);
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned number = inputs.size();
  inputs.push_back(read.getTensor());
  maps.insert(maps.begin() + number, map);
  auto lifted = linalg::GenericOp::create(
      builder, op.getLoc(), op->getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray());
  lifted->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  lifted.getRegion().takeBody(op.getRegion());
  Value element =
      lifted.getBody()->insertArgument(number, read.getType(), read.getLoc());
  read.replaceAllUsesWith(element);
  read.erase();
  op.replaceAllUsesWith(lifted);
  op.erase();
  return lifted;
}

static void liftAll(linalg::GenericOp op) {
  SmallVector<tensor::ExtractOp> reads(
      op.getBody()->getOps<tensor::ExtractOp>());
  for (tensor::ExtractOp read : reads)
    if (AffineMap map = matchRead(op, read))
      op = lift(op, read, map);
}

void mlir::lowp::liftReads(Operation *op) {
  SmallVector<linalg::GenericOp> ops;
  op->walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics())
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    liftAll(op);
}
