//===- ReturnOnFailure.cpp - Nothing runs after a failed check ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "RuntimeABI.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_RETURNONFAILUREPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

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

namespace {
struct ReturnOnFailure : lowp::impl::ReturnOnFailurePassBase<ReturnOnFailure> {
  void runOnOperation() override {
    for (Block &block : getOperation().getBody())
      if (Operation *failure = findFailure(block))
        returnAfter(failure);
  }
};
} // namespace
