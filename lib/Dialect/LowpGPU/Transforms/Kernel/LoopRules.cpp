//===- LoopRules.cpp - The loops of roles that share a pipeline -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRules.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// What a loop of a role walks. All roles have the values of their kernel; an
/// argument of the loop around it is another value in each role, and the same
/// by its number.
struct LoopExtent {
  OperationName kind;
  OpFoldResult shared;
  unsigned argument = 0;

  bool operator==(const LoopExtent &other) const {
    return kind == other.kind && shared == other.shared &&
           argument == other.argument;
  }
};
} // namespace

/// What the loops around an operation walk, innermost first.
using LoopNest = SmallVector<LoopExtent>;
/// A stage that is opened: in which loops, and what it holds.
using Turn = std::pair<LoopNest, Type>;

static LoopExtent getExtent(Operation *loop) {
  Value over = loop->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(over);
  if (argument && argument.getArgNumber() < ForEachTileOp::kNumInduction &&
      isa<ForEachTileOp>(argument.getOwner()->getParentOp()))
    return {loop->getName(), OpFoldResult(), argument.getArgNumber()};
  return {loop->getName(), getAsOpFoldResult(over)};
}

/// The loops around `op` up to its role, or failure after a diagnostic.
static FailureOr<LoopNest> getLoopNest(Operation *op) {
  LoopNest nest;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (isa<RoleOp>(parent))
      return nest;
    if (!isa<ForEachKOp, ForEachTileOp>(parent))
      break;
    nest.push_back(getExtent(parent));
  }
  return op->emitOpError("expected to be inside a role, with only "
                         "lowp_gpu.for_each_tile and lowp_gpu.for_each_k "
                         "around it");
}

LogicalResult mlir::lowp_gpu::verifyLoops(PipelineOp pipeline) {
  SmallVector<Turn> fills, drains;
  WalkResult result = pipeline->getParentOp()->walk([&](Operation *op) {
    if (!isa<AcquireOp, WaitOp>(op) ||
        op->getOperand(0) != pipeline.getPipeline())
      return WalkResult::advance();
    FailureOr<LoopNest> nest = getLoopNest(op);
    if (failed(nest))
      return WalkResult::interrupt();
    (isa<AcquireOp>(op) ? fills : drains)
        .emplace_back(*nest, op->getResult(0).getType());
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (fills == drains)
    return success();
  return pipeline.emitOpError("expected \"")
         << pipeline.getName()
         << "\" to be filled and drained equally often in the same loops, in "
            "the same order and with the same fields";
}
