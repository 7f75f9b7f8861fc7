//===- SeparateDestinations.cpp - Destinations that are no inputs ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Bufferization/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SEPARATEDESTINATIONSPASS
#include "lowp/Bufferization/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;

/// Whether `init` is an input of `op`, and given as a destination for its shape
/// alone.
static bool isShape(linalg::GenericOp op, OpOperand &init) {
  return isa<RankedTensorType>(init.get().getType()) &&
         op.getMatchingBlockArgument(&init).use_empty() &&
         llvm::is_contained(op.getInputs(), init.get());
}

/// Gives `op` an empty tensor as destination in place of an input.
static void separate(linalg::GenericOp op, OpOperand &init) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  init.set(tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init.get()),
      getElementTypeOrSelf(init.get())));
}

/// How many ops may write into one empty tensor.
static constexpr unsigned kMostWriters = 16;

/// Gives each kMostWriters uses of `empty`, in the order of the program, a
/// tensor of their own.
static void split(tensor::EmptyOp empty) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : empty->getUses())
    if (use.getOwner()->getBlock() == empty->getBlock())
      uses.push_back(&use);
  if (uses.size() <= kMostWriters)
    return;
  llvm::sort(uses, [](OpOperand *a, OpOperand *b) {
    return a->getOwner() == b->getOwner()
               ? a->getOperandNumber() < b->getOperandNumber()
               : a->getOwner()->isBeforeInBlock(b->getOwner());
  });
  OpBuilder builder(empty);
  Value own;
  for (auto [number, use] : llvm::enumerate(uses)) {
    if (number < kMostWriters)
      continue;
    if (number % kMostWriters == 0) {
      builder.setInsertionPoint(use->getOwner());
      own = builder.clone(*empty)->getResult(0);
    }
    use->set(own);
  }
}

namespace {
struct SeparateDestinationsPass
    : lowp::impl::SeparateDestinationsPassBase<SeparateDestinationsPass> {
  void runOnOperation() override {
    getOperation()->walk([](linalg::GenericOp op) {
      for (OpOperand &init : op.getOutputsMutable())
        if (isShape(op, init))
          separate(op, init);
    });
    SmallVector<tensor::EmptyOp> empties;
    getOperation()->walk(
        [&](tensor::EmptyOp empty) { empties.push_back(empty); });
    llvm::for_each(empties, split);
  }
};
} // namespace
