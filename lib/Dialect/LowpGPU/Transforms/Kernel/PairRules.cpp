//===- PairRules.cpp - The rules of pairs of CTAs -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairRules.h"
#include "PipelineArrivals.h"
#include "StageUses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Whether `op` is of a pair of CTAs.
static bool isOfPair(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](RoleOp role) { return role.getLeader(); })
      .Case<LoadOp, MmaIntoOp>([](auto op) { return op.getPair(); })
      .Case([](PairRankOp) { return true; })
      .Default(false);
}

/// CTAs of a pair follow each other in their cluster.
static LogicalResult verifyCluster(Operation *op) {
  ConfigAttr config = op->getParentOfType<KernelOp>().getConfig();
  ArrayRef<int64_t> cluster = config.getCluster();
  if (cluster[0] % PairRankOp::kCTAs == 0 && cluster[1] == 1 &&
      config.getSplitK() == 1)
    return success();
  return op->emitOpError("expected a cluster of pairs of CTAs, an even number "
                         "of them along M, one along N and none that split K, "
                         "got [")
         << cluster[0] << ", " << cluster[1]
         << "] and split_k = " << config.getSplitK();
}

/// The pipeline of which `tile` is a part, or null for a tile from elsewhere.
static PipelineOp findPipelineOf(Value tile) {
  auto view = tile.getDefiningOp<ViewOp>();
  Value pipeline = view ? findPipeline(view.getStage()) : Value();
  return pipeline ? pipeline.getDefiningOp<PipelineOp>() : PipelineOp();
}

/// Copies signal the barrier that is waited for.
static LogicalResult verifyLoad(LoadOp load) {
  Value stage = findPipeline(load.getStage());
  auto pipeline = stage ? stage.getDefiningOp<PipelineOp>() : PipelineOp();
  if (!pipeline)
    return success();
  bool isForLeader = inferArrivals(pipeline).fullPlace == ArrivalPlace::Leader;
  if (load.getPair() == isForLeader)
    return success();
  if (isForLeader)
    return load.emitOpError("expected pair, for the leader of each pair of "
                            "CTAs drains \"")
           << pipeline.getName() << "\" and waits for the copies of both";
  return load.emitOpError("expected no pair, for no leader of a pair of CTAs "
                          "drains \"")
         << pipeline.getName() << "\" for both";
}

/// A product of a pair reads and writes what both CTAs have.
static LogicalResult verifyProduct(MmaIntoOp mma) {
  auto role = mma->getParentOfType<RoleOp>();
  bool leads = role && role.getLeader();
  if (mma.getPair() != leads)
    return mma.emitOpError(leads ? "expected pair in a role that leads pairs, "
                                   "for nobody else multiplies the other "
                                   "CTA's tile"
                                 : "expected to be run by a role that leads "
                                   "pairs, for each CTA would issue the "
                                   "product of both");
  if (!leads)
    return success();
  for (Value operand : mma->getOperands().drop_back(2)) {
    PipelineOp pipeline = findPipelineOf(operand);
    if (pipeline && inferArrivals(pipeline).fullPlace != ArrivalPlace::Leader)
      return mma.emitOpError("expected operands that both CTAs of the pair "
                             "fill, got those of \"")
             << pipeline.getName() << "\", which the leader fills alone";
  }
  PipelineOp sums = findPipelineOf(mma.getSums());
  if (!sums || inferArrivals(sums).emptyPlace == ArrivalPlace::Leader)
    return success();
  return mma.emitOpError("expected sums that both CTAs of the pair drain, got "
                         "those of \"")
         << sums.getName() << "\", which the leader drains alone";
}

/// What lanes or copies of the leader fill is in its own shared memory.
static LogicalResult verifyFill(PipelineOp pipeline) {
  PipelineArrivals arrivals = inferArrivals(pipeline);
  if (arrivals.fullPlace != ArrivalPlace::Pair ||
      arrivals.full == Arrival::Products)
    return success();
  return pipeline.emitOpError("expected products to fill \"")
         << pipeline.getName()
         << "\", which the leader of each pair of CTAs fills for both, got "
         << stringifyArrival(arrivals.full);
}

/// Each CTA stores its own tile.
static LogicalResult verifyStore(StoreTileOp store) {
  auto role = store->getParentOfType<RoleOp>();
  if (!role || !role.getLeader())
    return success();
  return store.emitOpError("expected a role that both CTAs of a pair run, for "
                           "the other CTA's tile would not be stored");
}

LogicalResult mlir::lowp_gpu::verifyPairRules(KernelOp kernel) {
  WalkResult result =
      kernel.walk<WalkOrder::PreOrder>([](Operation *op) -> WalkResult {
        if (isOfPair(op) && failed(verifyCluster(op)))
          return WalkResult::interrupt();
        return llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case([](PipelineOp pipeline) { return verifyFill(pipeline); })
            .Case([](LoadOp load) { return verifyLoad(load); })
            .Case([](MmaIntoOp mma) { return verifyProduct(mma); })
            .Case([](StoreTileOp store) { return verifyStore(store); })
            .Default(success());
      });
  return failure(result.wasInterrupted());
}
