//===- MergeSizes.cpp - Sizes that are checked to be equal become one -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a `cf.assert` that two integers are equal, uses of one become uses of
// the other, a constant where one of them is. So passes that compare sizes see
// that they are equal.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// Whether `first` is there before `second` is.
static bool isEarlier(Value first, Value second,
                      const DominanceInfo &dominance) {
  Operation *op = second.getDefiningOp();
  return op ? dominance.properlyDominates(first, op)
            : isa<BlockArgument>(first);
}

/// Lets what runs after `op` use one of two values that `op` found equal: a
/// constant, or else the value that was there first.
static void merge(cf::AssertOp op, const DominanceInfo &dominance) {
  auto compare = op.getArg().getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return;
  Value kept = compare.getLhs(), other = compare.getRhs();
  bool isConstant = matchPattern(kept, m_Constant());
  if (matchPattern(other, m_Constant()) ||
      (!isConstant && !isEarlier(kept, other, dominance)))
    std::swap(kept, other);
  if (kept == other || matchPattern(other, m_Constant()))
    return;
  other.replaceUsesWithIf(kept, [&](OpOperand &use) {
    return dominance.properlyDominates(op, use.getOwner());
  });
}

void mlir::lowp::mergeSizes(Operation *op) {
  DominanceInfo dominance(op);
  SmallVector<cf::AssertOp> asserts;
  op->walk([&](cf::AssertOp op) { asserts.push_back(op); });
  for (cf::AssertOp op : asserts)
    merge(op, dominance);
}
