//===- OverlapRules.cpp - The rules of overlapping stores -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapRules.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

int64_t mlir::lowp_gpu::countStoreSteps(ForEachTileOp tiles) {
  int64_t steps = 0;
  for (auto store : tiles.getBody().getOps<StoreTileOp>())
    steps = std::max(steps, store.countSteps());
  return steps;
}

/// What `loop` walks, or walks at least; nothing where that is not known.
static std::optional<int64_t> getLeastExtent(ForEachKOp loop) {
  if (auto locate = loop.getOver().getDefiningOp<LocateKOp>())
    return locate.getLeast();
  return getConstantIntValue(loop.getOver());
}

static LogicalResult verifyBlocks(ForEachKOp loop, int64_t tileK,
                                  int64_t steps) {
  std::optional<int64_t> extent = getLeastExtent(loop);
  if (!extent || llvm::divideCeil(std::max<int64_t>(*extent, 0), tileK) >=
                     static_cast<uint64_t>(steps))
    return success();
  return loop.emitOpError("expected a K of at least ")
         << steps << " blocks of " << tileK
         << ", one for each step of the store that overlaps, got " << *extent;
}

LogicalResult mlir::lowp_gpu::verifyOverlapRules(KernelOp kernel,
                                                 const ChipTarget &chip) {
  ConfigAttr config = kernel.getConfig();
  if (!chip.target->readChoices(config.getTarget()).overlapStore)
    return success();
  WalkResult result = kernel.walk([&](ForEachKOp loop) -> WalkResult {
    auto tiles = loop->getParentOfType<ForEachTileOp>();
    if (!tiles)
      return WalkResult::advance();
    return verifyBlocks(loop, config.getTile()[2], countStoreSteps(tiles));
  });
  return failure(result.wasInterrupted());
}
