//===- TieLoopValues.cpp - Loops that hand on tensors, in place -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization wants each tensor that an iteration of `scf.for` or
// `scf.while` hands on to be in the buffer of the value that it got. This pass
// says so by `bufferization.materialize_in_destination`, which is a copy where
// the two are not one buffer anyway. Dynamic sizes are checked at run time.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

/// Buffers keep their size from one iteration to the next.
static void checkSizes(ImplicitLocOpBuilder &b, Value carried, Value next) {
  auto type = cast<RankedTensorType>(carried.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    Value before = tensor::DimOp::create(b, carried, dim);
    Value after = tensor::DimOp::create(b, next, dim);
    Value same =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, before, after);
    cf::AssertOp::create(b, same,
                         "expected a loop to hand on tensors of one size, got "
                         "another size from an iteration than it began with");
  }
}

/// A tensor of the same elements, in a buffer of its own.
static Value copy(ImplicitLocOpBuilder &b, Value tensor) {
  return bufferization::AllocTensorOp::create(
      b, cast<RankedTensorType>(tensor.getType()), ValueRange(), tensor);
}

namespace {
/// A value that an iteration hands on, and what it began with in its place.
struct Tie {
  OpOperand *next;
  Value carried;
};
} // namespace

/// Whether `value` is what a loop within the iteration makes of `carried`, in
/// its buffer: nothing else reads that, and the loop itself is tied.
static bool isInPlace(Value value, Value carried) {
  auto loop = value.getDefiningOp<scf::ForOp>();
  if (!loop || !carried.hasOneUse())
    return false;
  unsigned number = cast<OpResult>(value).getResultNumber();
  return loop.getInitArgs()[number] == carried;
}

/// Whether `value` may lie in the buffer that the iteration began with, though
/// it is to be stored there: bufferization takes the two for a conflict where a
/// loop has written it.
static bool isOfLoop(Value value) {
  return isa_and_present<LoopLikeOpInterface>(value.getDefiningOp());
}

/// The tensors among `operands` that are not handed on as they came.
static SmallVector<Tie> findTies(MutableArrayRef<OpOperand> operands,
                                 ValueRange carried) {
  SmallVector<Tie> ties;
  for (auto [operand, value] : llvm::zip(operands, carried))
    if (operand.get() != value && operand.get().getType() == value.getType() &&
        isa<RankedTensorType>(value.getType()) &&
        !isInPlace(operand.get(), value))
      ties.push_back({&operand, value});
  return ties;
}

/// Lets the terminator `exit` hand on each value in the buffer that the
/// iteration began with. One of several values may still be read when the
/// buffer it lies in is written: they are copied first, and so are results of
/// loops.
static void tie(Operation *exit, ArrayRef<Tie> ties) {
  ImplicitLocOpBuilder b(exit->getLoc(), exit);
  SmallVector<Value> values;
  for (const Tie &tie : ties) {
    checkSizes(b, tie.carried, tie.next->get());
    Value next = tie.next->get();
    values.push_back(ties.size() > 1 || isOfLoop(next) ? copy(b, next) : next);
  }
  for (auto [tie, value] : llvm::zip_equal(ties, values)) {
    auto stored = bufferization::MaterializeInDestinationOp::create(
        b, value.getType(), value, tie.carried);
    tie.next->set(stored->getResult(0));
  }
}

static void tieFor(scf::ForOp loop) {
  Operation *yield = loop.getBody()->getTerminator();
  tie(yield, findTies(yield->getOpOperands(), loop.getRegionIterArgs()));
}

/// Bufferization takes value number i of either region for one buffer.
static void tieWhile(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  tie(condition, findTies(condition->getOpOperands().drop_front(),
                          loop.getBeforeArguments()));
  scf::YieldOp yield = loop.getYieldOp();
  tie(yield, findTies(yield->getOpOperands(), loop.getAfterArguments()));
}

void mlir::lowp::tieLoopValues(Operation *op) {
  op->walk([](scf::ForOp loop) { tieFor(loop); });
  op->walk([](scf::WhileOp loop) { tieWhile(loop); });
}
