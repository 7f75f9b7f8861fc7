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
/// by its number. So is the K of its group in a table.
struct LoopExtent {
  OperationName kind;
  OpFoldResult shared;
  unsigned argument = 0;
  /// The table, the rows of its matrices and the least extent; null and 0 for
  /// others.
  Value groups = {}, rows = {};
  uint64_t least = 0;

  bool operator==(const LoopExtent &other) const {
    return kind == other.kind && shared == other.shared &&
           argument == other.argument && groups == other.groups &&
           rows == other.rows && least == other.least;
  }
};
} // namespace

/// What the loops around an operation walk, innermost first.
using LoopNest = SmallVector<LoopExtent>;
/// A stage that is opened: in which loops, and what it holds.
using Turn = std::pair<LoopNest, Type>;

/// The number of `value` as an argument of a loop over tiles; nothing for other
/// values.
static std::optional<unsigned> getTileArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getArgNumber() < ForEachTileOp::kNumInduction &&
      isa<ForEachTileOp>(argument.getOwner()->getParentOp()))
    return argument.getArgNumber();
  return std::nullopt;
}

static LoopExtent getExtent(Operation *loop) {
  Value over = loop->getOperand(0);
  if (std::optional<unsigned> argument = getTileArgument(over))
    return {loop->getName(), OpFoldResult(), *argument};
  auto locate = over.getDefiningOp<LocateKOp>();
  if (locate && over == locate.getExtent())
    if (std::optional<unsigned> argument = getTileArgument(locate.getRow()))
      return {loop->getName(),    OpFoldResult(),   *argument,
              locate.getGroups(), locate.getRows(), locate.getLeast()};
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
