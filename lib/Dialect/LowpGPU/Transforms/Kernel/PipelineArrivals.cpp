//===- PipelineArrivals.cpp - Who arrives at a pipeline's barriers --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineArrivals.h"
#include "lowp/Support/Warps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Whose arrivals
//===----------------------------------------------------------------------===//

/// Whether any stage that an `OpenOp` of `pipeline` opens has a user of which
/// `isSought` is true.
template <typename OpenOp>
static bool hasStageUser(PipelineOp pipeline,
                         function_ref<bool(Operation *)> isSought) {
  return llvm::any_of(pipeline.getPipeline().getUsers(), [&](Operation *open) {
    return isa<OpenOp>(open) &&
           llvm::any_of(open->getResult(0).getUsers(), isSought);
  });
}

/// Whether `user` of a stage is a view of it that a product into tensor memory
/// reads or writes.
static bool isOfProducts(Operation *user) {
  return isa<ViewOp>(user) && llvm::any_of(user->getUsers(), [](Operation *op) {
           return isa<MmaIntoOp>(op);
         });
}

/// Whether leaders of pairs alone run what opens stages of `pipeline` by
/// `OpenOp`.
template <typename OpenOp>
static bool isOpenedByLeader(PipelineOp pipeline) {
  return llvm::any_of(pipeline.getPipeline().getUsers(), [](Operation *open) {
    auto role = open->getParentOfType<RoleOp>();
    return isa<OpenOp>(open) && role && role.getLeader();
  });
}

/// What one CTA of a pair does for both is told to both, and what both do for
/// one is told to that one.
static void inferPlaces(PipelineOp pipeline, PipelineArrivals &arrivals) {
  bool leaderFills = isOpenedByLeader<AcquireOp>(pipeline);
  bool leaderDrains = isOpenedByLeader<WaitOp>(pipeline);
  if (leaderFills == leaderDrains)
    return;
  arrivals.fullPlace = leaderDrains ? ArrivalPlace::Leader : ArrivalPlace::Pair;
  arrivals.emptyPlace =
      leaderDrains ? ArrivalPlace::Pair : ArrivalPlace::Leader;
}

PipelineArrivals mlir::lowp_gpu::inferArrivals(PipelineOp pipeline) {
  bool isLoaded = hasStageUser<AcquireOp>(
      pipeline, [](Operation *user) { return isa<LoadOp>(user); });
  bool isWritten = hasStageUser<AcquireOp>(pipeline, isOfProducts);
  bool isRead = hasStageUser<WaitOp>(pipeline, isOfProducts);
  PipelineArrivals arrivals{Arrival::Lanes, Arrival::Lanes};
  if (isLoaded)
    arrivals.full = Arrival::Copies;
  else if (isWritten)
    arrivals.full = Arrival::Products;
  // One lane says for its warp that a stage is read which copies or products
  // fill; each lane says so itself of a stage that lanes write.
  if (isRead)
    arrivals.empty = Arrival::Products;
  else if (arrivals.full != Arrival::Lanes)
    arrivals.empty = Arrival::Warps;
  inferPlaces(pipeline, arrivals);
  return arrivals;
}

//===----------------------------------------------------------------------===//
// How many
//===----------------------------------------------------------------------===//

namespace {
/// The roles that use a pipeline.
struct PipelineUse {
  RoleOp producer;
  RoleOp consumer;
};
} // namespace

static LogicalResult recordRole(Operation *user, RoleOp &role, StringRef verb) {
  auto parent = user->getParentOfType<RoleOp>();
  if (!parent || (role && role != parent))
    return user->emitOpError("expected one role to ")
           << verb << " the pipeline; a second one needs a pipeline of its own";
  role = parent;
  return success();
}

static LogicalResult analyzeUse(PipelineOp pipeline, PipelineUse &use) {
  for (Operation *user : pipeline.getPipeline().getUsers()) {
    if (isa<AcquireOp>(user) && failed(recordRole(user, use.producer, "fill")))
      return failure();
    if (isa<WaitOp>(user) && failed(recordRole(user, use.consumer, "drain")))
      return failure();
  }
  if (!use.producer || !use.consumer)
    return pipeline.emitOpError("expected a role that fills the pipeline and "
                                "one that drains it");
  return success();
}

/// Arrivals of `role` for one stage at a barrier in `place`, that of a leader
/// being arrived at by both CTAs of its pair.
static int64_t countArrivals(Arrival arrival, RoleOp role, ArrivalPlace place) {
  int64_t ctas = place == ArrivalPlace::Leader ? PairRankOp::kCTAs : 1;
  switch (arrival) {
  case Arrival::Copies:
    // The lane that expects their bytes arrives for all of them.
    return 1;
  case Arrival::Products:
    return ctas;
  case Arrival::Warps:
    return ctas * static_cast<int64_t>(role.getWarps());
  case Arrival::Lanes:
    return ctas * lowp::kWarpSize * static_cast<int64_t>(role.getWarps());
  }
  llvm_unreachable("all arrivals are counted");
}

FailureOr<PipelineArrivals> mlir::lowp_gpu::setArrivals(PipelineOp pipeline) {
  PipelineUse use;
  if (failed(analyzeUse(pipeline, use)))
    return failure();
  PipelineArrivals arrivals = inferArrivals(pipeline);
  int64_t clusterSize =
      pipeline->getParentOfType<KernelOp>().getConfig().getClusterSize();
  bool isMulticast = hasStageUser<AcquireOp>(pipeline, [](Operation *user) {
    auto load = dyn_cast<LoadOp>(user);
    // Products of a pair tell both CTAs.
    return load && load.getMulticast() && !load.getPair();
  });
  int64_t writers = isMulticast ? clusterSize : 1;
  pipeline.setFullArrivals(
      countArrivals(arrivals.full, use.producer, arrivals.fullPlace));
  pipeline.setEmptyArrivals(
      countArrivals(arrivals.empty, use.consumer, arrivals.emptyPlace) *
      writers);
  pipeline.setClustered(isMulticast && clusterSize > 1);
  return arrivals;
}
