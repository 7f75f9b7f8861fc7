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

/// Arrivals of `role` for one stage.
static int64_t countArrivals(Arrival arrival, RoleOp role) {
  switch (arrival) {
  case Arrival::Copies:
  case Arrival::Products:
    return 1;
  case Arrival::Warps:
    return role.getWarps();
  case Arrival::Lanes:
    return lowp::kWarpSize * role.getWarps();
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
    return load && load.getMulticast();
  });
  int64_t writers = isMulticast ? clusterSize : 1;
  pipeline.setFullArrivals(countArrivals(arrivals.full, use.producer));
  pipeline.setEmptyArrivals(countArrivals(arrivals.empty, use.consumer) *
                            writers);
  pipeline.setClustered(isMulticast && clusterSize > 1);
  return arrivals;
}
