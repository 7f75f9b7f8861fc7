//===- DuplicateFills.cpp - One fill for each user ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Bufferization/Passes.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_DUPLICATEFILLSPASS
#include "lowp/Bufferization/Passes.h.inc"
} // namespace mlir::lowp

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

/// Gives all uses of `fill` but the first a copy in front of the user.
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

namespace {
struct DuplicateFills : lowp::impl::DuplicateFillsPassBase<DuplicateFills> {
  void runOnOperation() override {
    SmallVector<linalg::FillOp> fills;
    getOperation().walk([&](linalg::FillOp fill) {
      if (fill.hasPureTensorSemantics())
        fills.push_back(fill);
    });
    for (linalg::FillOp fill : fills)
      duplicate(fill);
  }
};
} // namespace
