//===- SeparateDestinations.cpp - Destinations that are no inputs ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `one-shot-bufferize` compares the reads and writes of all values that may
// share a buffer, in a time that grows with the third power of their number. In
// long programs these are many since `convert-elementwise-to-linalg` takes an
// operand as the destination of the result, which makes one buffer of a chain
// of ops, and since a cleanup makes one `tensor.empty` of all that have a type.
// Destinations that are not read become empty tensors, and each 16 ops that
// write into one get another; fewer share, and with it the memory.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

void mlir::lowp::separateDestinations(Operation *op) {
  op->walk([](linalg::GenericOp op) {
    for (OpOperand &init : op.getOutputsMutable())
      if (isShape(op, init))
        separate(op, init);
  });
  SmallVector<tensor::EmptyOp> empties;
  op->walk([&](tensor::EmptyOp empty) { empties.push_back(empty); });
  llvm::for_each(empties, split);
}
