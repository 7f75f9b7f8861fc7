//===- PipelineArrivals.cpp - Arrival counts of pipelines -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineArrivals.h"

#include "lowp/Support/Warps.h"
using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// How the users of a pipeline arrive at its barriers.
struct PipelineUse {
  RoleOp producer;
  RoleOp consumer;
  bool loaded = false;
  bool multicast = false;
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
    if (auto acquire = dyn_cast<AcquireOp>(user)) {
      if (failed(recordRole(user, use.producer, "fill")))
        return failure();
      for (Operation *filler : acquire.getStage().getUsers())
        if (auto load = dyn_cast<LoadOp>(filler)) {
          use.loaded = true;
          use.multicast |= load.getMulticast();
        }
    } else if (isa<WaitOp>(user)) {
      if (failed(recordRole(user, use.consumer, "drain")))
        return failure();
    }
  }
  if (!use.producer || !use.consumer)
    return pipeline.emitOpError("expected a role that fills the pipeline and "
                                "one that drains it");
  return success();
}

LogicalResult mlir::lowp_gpu::setArrivals(PipelineOp pipeline) {
  PipelineUse use;
  if (failed(analyzeUse(pipeline, use)))
    return failure();
  int64_t clusterSize =
      pipeline->getParentOfType<KernelOp>().getConfig().getClusterSize();
  int64_t writers = use.multicast ? clusterSize : 1;
  // Of a stage that copies fill one lane says for its warp that it is read; of
  // one that lanes write each lane says so itself.
  int64_t lanes = use.loaded ? 1 : lowp::kWarpSize;
  pipeline.setFullArrivals(use.loaded ? 1 : lanes * use.producer.getWarps());
  pipeline.setEmptyArrivals(use.consumer.getWarps() * lanes * writers);
  pipeline.setClustered(use.multicast && clusterSize > 1);
  return success();
}
