//===- HoistChecks.cpp - A call fails before it does anything -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `cf.assert` whose condition follows from arguments and their sizes, by
// operations that may run at any time, moves to the start of its function: the
// call then fails before it has written anything. The order of checks stays.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// Moves `op` before `place`, or `place` after it where they are the same.
static void step(Operation *op, Operation *&place) {
  if (op == place)
    place = op->getNextNode();
  else
    op->moveBefore(place);
}

namespace {
/// Collects the operations that a condition is computed by.
class Slice {
public:
  explicit Slice(Block *block) : block(block) {}

  /// Whether `value` follows from arguments by operations that may run at any
  /// time; adds these, operands first.
  bool add(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return cast<BlockArgument>(value).getOwner() == block;
    if (ops.contains(op) || settled.contains(op))
      return true;
    if (op->getBlock() != block || op->getNumRegions() != 0 || !isPure(op))
      return false;
    if (!llvm::all_of(op->getOperands(),
                      [&](Value operand) { return add(operand); }))
      return false;
    ops.insert(op);
    return true;
  }

  /// Moves what was added before `place`, or lets `place` step over it; it
  /// stays there.
  void moveBefore(Operation *&place) {
    for (Operation *op : ops) {
      step(op, place);
      settled.insert(op);
    }
    ops.clear();
  }
  void forget() { ops.clear(); }

private:
  Block *block;
  llvm::SetVector<Operation *> ops;
  llvm::DenseSet<Operation *> settled;
};
} // namespace

void mlir::lowp::hoistChecks(func::FuncOp op) {
  if (op.isDeclaration())
    return;
  Block &entry = op.front();
  SmallVector<cf::AssertOp> checks(entry.getOps<cf::AssertOp>());
  if (checks.empty())
    return;
  // What is moved goes before the first operation that stays.
  Operation *place = &entry.front();
  Slice slice(&entry);
  for (cf::AssertOp check : checks) {
    if (!slice.add(check.getArg())) {
      slice.forget();
      continue;
    }
    slice.moveBefore(place);
    step(check, place);
  }
}
