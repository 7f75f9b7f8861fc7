//===- StageUses.cpp - Whose a stage is, and who reads it -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageUses.h"
#include "Products.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

Value mlir::lowp_gpu::findPipeline(Value stage) {
  if (auto acquire = stage.getDefiningOp<AcquireOp>())
    return acquire.getPipeline();
  if (auto wait = stage.getDefiningOp<WaitOp>())
    return wait.getPipeline();
  if (auto at = stage.getDefiningOp<StageAtOp>())
    return at.getPipeline();
  if (auto argument = dyn_cast<BlockArgument>(stage)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop ? findPipeline(loop.getTiedLoopInit(argument)->get()) : Value();
  }
  if (auto loop = stage.getDefiningOp<scf::ForOp>())
    return findPipeline(
        loop.getInits()[cast<OpResult>(stage).getResultNumber()]);
  return {};
}

/// Collects what reads `tile` lane by lane. What writes zeros there is over
/// when products begin, and scales that are kept are read by products.
static void collectLaneReads(Value tile, SmallVectorImpl<Operation *> &reads) {
  for (Operation *user : tile.getUsers())
    if (isa<SliceColumnsOp, KeepScalesOp>(user))
      collectLaneReads(user->getResult(0), reads);
    else if (auto mma = dyn_cast<MmaOp>(user);
             !isa<MmaIntoOp, ZeroTailOp>(user) && (!mma || readsByLanes(mma)))
      reads.push_back(user);
}

StagesReadByLanes mlir::lowp_gpu::findStagesReadByLanes(RoleOp role) {
  StagesReadByLanes stages;
  role.walk([&](ViewOp view) {
    SmallVector<Operation *> reads;
    collectLaneReads(view.getTile(), reads);
    if (!reads.empty())
      stages.insert({findPipeline(view.getStage()), view.getStage().getType()});
  });
  return stages;
}

Operation *mlir::lowp_gpu::findLastLaneRead(ReleaseOp release) {
  SmallVector<Operation *> reads;
  for (Operation *user : release.getStage().getUsers())
    if (auto view = dyn_cast<ViewOp>(user))
      collectLaneReads(view.getTile(), reads);
  Operation *last = nullptr;
  for (Operation *read : reads) {
    Operation *place = release->getBlock()->findAncestorOpInBlock(*read);
    if (place && place->isBeforeInBlock(release) &&
        (!last || last->isBeforeInBlock(place)))
      last = place;
  }
  return last;
}
