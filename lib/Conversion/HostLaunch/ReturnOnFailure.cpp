//===- ReturnOnFailure.cpp - Nothing runs after a failed check ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic after a failed check computes with sizes that cannot be: it may
// divide by zero. A block that calls `lowpFail` ends with a return. So does an
// `scf.if` of the function's body that does nothing else, which becomes a
// branch. Runs where results have become arguments, before control flow becomes
// branches and after that.
//
//===----------------------------------------------------------------------===//

#include "RuntimeABI.h"

#include "Checks/Steps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

/// The call by which `block` records that a check failed, if it does.
static Operation *findFailure(Block &block) {
  for (auto call : block.getOps<LLVM::CallOp>())
    if (call.getCallee() == kFailFunction)
      return call;
  return nullptr;
}

/// Ends `block` with a return after `last`.
static void returnAfter(Operation *last) {
  Block *block = last->getBlock();
  while (&block->back() != last) {
    block->back().dropAllUses();
    block->back().erase();
  }
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  func::ReturnOp::create(builder, last->getLoc());
}

/// Whether `branch` records that a check failed, and does nothing else.
static bool isFailure(scf::IfOp branch) {
  return branch.getNumResults() == 0 && branch.getElseRegion().empty() &&
         branch.getThenRegion().hasOneBlock() &&
         findFailure(*branch.thenBlock());
}

/// Makes branches of the checks in `block`, the last one first: what is after
/// a check moves once. Upstream's conversion moves all of it for each check,
/// and remembers that.
static void branchOnChecks(Block &block) {
  SmallVector<scf::IfOp> checks;
  for (auto branch : block.getOps<scf::IfOp>())
    if (isFailure(branch))
      checks.push_back(branch);
  for (scf::IfOp check : llvm::reverse(checks)) {
    Block *goesOn = block.splitBlock(std::next(check->getIterator()));
    Block *fails = check.thenBlock();
    fails->moveBefore(goesOn);
    OpBuilder builder(check);
    cf::CondBranchOp::create(builder, check.getLoc(), check.getCondition(),
                             fails, goesOn);
    check.erase();
    returnAfter(findFailure(*fails));
  }
}

void mlir::lowp::returnOnFailure(func::FuncOp op) {
  for (Block &block : llvm::make_early_inc_range(op.getBody()))
    branchOnChecks(block);
  for (Block &block : op.getBody())
    if (Operation *failure = findFailure(block))
      returnAfter(failure);
}
