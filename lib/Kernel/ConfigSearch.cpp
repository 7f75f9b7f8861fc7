//===- ConfigSearch.cpp - Ranks kernel configs by predicted time ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"
#include "lowp/Kernel/KernelConfig.h"

#include <tuple>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// K blocks per iteration: promotion needs room to overlap with the next
/// block's wait, sums in place do not.
static int64_t getUnroll(const GemmKernelSpec &spec) {
  if (!spec.problem.isPromoted())
    return 1;
  int64_t promotions =
      spec.problem.rhs.geometry == ScaleGeometry::RowBlocks ? 4 : 8;
  return promotions / spec.getPromotionsPerStage();
}

/// The config of `base` with as deep a pipeline as fits beside the store
/// slots, or null if not even two stages do.
static ConfigAttr withMostStages(GemmKernelSpec spec, ConfigAttr base) {
  constexpr int64_t kMaxStages = 24;
  for (int64_t stages = kMaxStages; stages >= 2; --stages) {
    spec.config =
        ConfigAttr::get(base.getContext(), base.getTile(), base.getCluster(),
                        stages, base.getUnroll(), base.getRaster(),
                        base.getStoreSlots(), base.getSplitK());
    if (isLegalConfig(spec))
      return spec.config;
  }
  return {};
}

namespace {
/// What the search walks: the rest of a config follows.
struct WorkDivision {
  std::array<int64_t, 3> tile;
  std::array<int64_t, 2> cluster;
  int64_t splitK;
};
} // namespace

/// Divides shared memory between pipeline and store staging: four stages hide
/// the latency of loads; beyond that larger store phases are worth more.
static ConfigAttr chooseDepth(const GemmKernelSpec &spec,
                              const WorkDivision &division,
                              MLIRContext *context) {
  auto make = [&](int64_t stages, int64_t unroll, int64_t raster,
                  int64_t slots) {
    return ConfigAttr::get(context, division.tile, division.cluster, stages,
                           unroll, raster, slots, division.splitK);
  };
  struct Wish {
    int64_t slots;
    int64_t stages;
  };
  GemmKernelSpec tiled = spec;
  tiled.config = make(1, 1, 1, 1);
  int64_t unroll = getUnroll(tiled);
  int64_t all =
      std::max<int64_t>(1, tiled.getNumPieces() * tiled.getStoredColumns() /
                               getOutputMap(tiled).getBox()[1]);
  int64_t half = std::max<int64_t>(1, all / 2);
  int64_t quarter = std::max<int64_t>(1, all / 4);
  // Rows of tiles that share columns of the rhs in L2.
  constexpr int64_t kStripRows = 16;
  int64_t raster = std::max<int64_t>(1, kStripRows / division.cluster[0]);
  for (Wish wish :
       {Wish{all, 4}, {half, 4}, {all, 3}, {quarter, 4}, {half, 3}, {1, 3}}) {
    ConfigAttr config =
        withMostStages(spec, make(wish.stages, unroll, raster, wish.slots));
    if (config && config.getStages() >= wish.stages)
      return config;
  }
  // Two stages do, but not where the room for a third went to an exchange.
  return division.splitK > 1
             ? ConfigAttr()
             : withMostStages(spec, make(2, unroll, raster, /*slots=*/1));
}

/// Clusters that share the rhs, or split K.
static constexpr std::pair<int64_t, int64_t> kClusters[] = {
    {2, 1}, {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 6}, {1, 8}};

SmallVector<ConfigCost> mlir::lowp_gpu::rankConfigs(const GemmKernelSpec &spec,
                                                    MLIRContext *context,
                                                    int64_t expectedRows) {
  auto known = [](int64_t size, int64_t expected) {
    return ShapedType::isDynamic(size) ? expected : size;
  };
  ProblemSize size{known(spec.problem.rows, expectedRows),
                   known(spec.problem.columns, expectedRows),
                   known(spec.problem.depth, expectedRows)};
  int64_t depth =
      128 * 8 / spec.problem.lhs.getElementType().getIntOrFloatBitWidth();
  SmallVector<ConfigCost> ranked;
  for (int64_t rows : {spec.atom.rows * 2, spec.atom.rows})
    for (int64_t columns = 256; columns >= 16; columns -= 16)
      for (auto [cluster, splitK] : kClusters) {
        WorkDivision division{{rows, columns, depth}, {cluster, 1}, splitK};
        GemmKernelSpec candidate = spec;
        candidate.config = chooseDepth(spec, division, context);
        if (candidate.config)
          ranked.push_back({candidate.config, estimateCycles(candidate, size)});
      }
  // Equal costs go to the larger tile, so that the choice is the same on every
  // host.
  llvm::sort(ranked, [](const ConfigCost &a, const ConfigCost &b) {
    return std::make_tuple(a.cycles, b.config.getTile()[1],
                           b.config.getClusterSize()) <
           std::make_tuple(b.cycles, a.config.getTile()[1],
                           a.config.getClusterSize());
  });
  return ranked;
}
