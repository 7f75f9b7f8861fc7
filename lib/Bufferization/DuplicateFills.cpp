//===- DuplicateFills.cpp - One fill for each user ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs on tensors, before bufferization: a filled tensor with two users that
// write to it would become a fill and a copy. Two fills are cheaper, and
// `convert-linalg-to-gpu` folds a fill into the kernel of its only user.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

/// A copy of `fill`. Rows that begin aligned do so in it: two fills of one
/// tensor would lie in two buffers, one of them without the gaps.
static Value copy(OpBuilder &builder, linalg::FillOp fill) {
  IRMapping mapping;
  Value init = fill.getOutputs().front();
  if (auto empty = init.getDefiningOp<lowp::AlignedEmptyOp>())
    mapping.map(init, builder.clone(*empty)->getResult(0));
  return builder.clone(*fill, mapping)->getResult(0);
}

/// Gives all uses of `fill` but the first a copy before the user.
static void duplicate(linalg::FillOp fill) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : fill->getResult(0).getUses())
    uses.push_back(&use);
  if (uses.empty())
    return;
  for (OpOperand *use : llvm::drop_begin(uses)) {
    OpBuilder builder(use->getOwner());
    use->set(copy(builder, fill));
  }
}

void mlir::lowp::duplicateFills(func::FuncOp op) {
  SmallVector<linalg::FillOp> fills;
  op.walk([&](linalg::FillOp fill) {
    if (fill.hasPureTensorSemantics())
      fills.push_back(fill);
  });
  for (linalg::FillOp fill : fills)
    duplicate(fill);
}
