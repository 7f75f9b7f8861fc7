//===- PlanSharedMemory.cpp - Places everything in shared memory ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "lowp/Support/Warps.h"

#include <map>
#include <tuple>

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_PLANSHAREDMEMORYPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

static bool isSwizzled(PipelineOp pipeline) {
  return llvm::any_of(pipeline.getPipeline().getType().getStage().getTiles(),
                      [](TileType tile) { return tile.getSwizzle() != 0; });
}

static bool isInTensorMemory(PipelineOp pipeline) {
  return pipeline.getPipeline().getType().getStage().countTensorColumns() > 0;
}

/// Each warpgroup of a role has its own staging and its own barriers.
static LogicalResult verifyWarpgroups(KernelOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    if (!isa<ReduceScatterOp, StoreTileOp>(op))
      return WalkResult::advance();
    auto role = op->getParentOfType<RoleOp>();
    if (role && role.getWarps() % 4 == 0)
      return WalkResult::advance();
    op->emitOpError("expected to be in a role of whole warpgroups, of 4 warps "
                    "each");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
/// Hands out shared memory from the start.
class SharedMemoryPlan {
public:
  void place(PipelineOp pipeline) {
    PipelineType type = pipeline.getPipeline().getType();
    StageLayout layout = getStageLayout(type.getStage());
    end = llvm::alignTo(end, getStageAlignment(type.getStage()));
    pipeline.setOffset(end);
    pipeline.setFieldOffsets(layout.fieldOffsets);
    pipeline.setStageBytes(layout.bytes);
    end += type.getStages() * layout.bytes;
  }

  /// Staging buffers of `stages` subtiles for each warpgroup of the role.
  /// Stores of several outputs follow each other in one place, if rows of their
  /// subtiles lie alike: each step waits until what was staged before has been
  /// read.
  void place(RoleOp role) {
    int64_t warpgroups = role.getWarps() / lowp::kWarpsPerWarpgroup;
    std::map<Staging, int64_t> places;
    role.walk([&](StoreTileOp store) {
      TileType subtile = store.getSubtile();
      auto [place, isNew] = places.try_emplace(getStaging(store));
      if (isNew) {
        end = llvm::alignTo(end, getTileAlignment(subtile));
        place->second = end;
        end += warpgroups * store.getStages() * subtile.getBytes();
      }
      store.setStagingOffset(place->second);
    });
  }

  /// The sums that arrive, then barriers for each warpgroup of the role.
  void place(ExchangeOp exchange) {
    constexpr int64_t kVectorBytes = 16;
    end = llvm::alignTo(end, kVectorBytes);
    exchange.setOffset(end);
    end += getExchangeBytes(exchange.getExchange().getType(),
                            exchange.countWarpgroups());
  }

  void place(GroupTableOp table) {
    end = llvm::alignTo(end, 8);
    table.setOffset(end);
    end += GroupTableOp::getBytes(table.getMost());
  }

  void placeBarriers(PipelineOp pipeline) {
    end = llvm::alignTo(end, 8);
    pipeline.setBarrierOffset(end);
    end += getBarrierBytes(pipeline.getPipeline().getType());
  }

  void placeTensorAddress(KernelOp kernel) {
    end = llvm::alignTo(end, kTensorAddressBytes);
    kernel.setTensorAddress(end);
    end += kTensorAddressBytes;
  }

  int64_t getBytes() const { return end; }

private:
  /// What stores in one place have in common: whether copies read the subtiles,
  /// or warps that know of none; stages; rows of a subtile; bytes of a row.
  using Staging = std::tuple<bool, int64_t, int64_t, int64_t>;

  static Staging getStaging(StoreTileOp store) {
    TileType subtile = store.getSubtile();
    int64_t rows = subtile.getShape().front(), stages = store.getStages();
    return {isa<TensorMapType>(store.getDestination().getType()), stages, rows,
            subtile.getBytes() / rows};
  }

  int64_t end = 0;
};

struct PlanSharedMemory
    : public lowp_gpu::impl::PlanSharedMemoryPassBase<PlanSharedMemory> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    if (failed(verifyWarpgroups(kernel)))
      return signalPassFailure();
    SharedMemoryPlan plan;
    auto pipelines = llvm::to_vector(kernel.getBody().getOps<PipelineOp>());
    // Swizzled tiles, staging and plain vectors: in order of falling alignment.
    for (PipelineOp pipeline : pipelines)
      if (isSwizzled(pipeline))
        plan.place(pipeline);
    kernel.walk([&](RoleOp role) { plan.place(role); });
    for (PipelineOp pipeline : pipelines)
      if (!isSwizzled(pipeline))
        plan.place(pipeline);
    for (auto exchange : kernel.getBody().getOps<ExchangeOp>())
      plan.place(exchange);
    for (auto table : kernel.getBody().getOps<GroupTableOp>())
      plan.place(table);
    for (PipelineOp pipeline : pipelines)
      plan.placeBarriers(pipeline);
    if (llvm::any_of(pipelines, isInTensorMemory))
      plan.placeTensorAddress(kernel);
    kernel.setSharedBytes(plan.getBytes());

    FailureOr<ChipTarget> chip = findChipTarget(kernel);
    if (failed(chip))
      return signalPassFailure();
    if (plan.getBytes() <= chip->facts->sharedBytes)
      return;
    kernel.emitOpError("expected at most ")
        << chip->facts->sharedBytes << " bytes of shared memory on "
        << chip->facts->name << ", got " << plan.getBytes()
        << "; lower 'stages', 'epilogue_stages' or 'tile'";
    signalPassFailure();
  }
};
} // namespace
