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
/// block's wait, sums in place do not. Longer loops are no faster and take the
/// assembler several times as long.
static int64_t getUnroll(const GemmKernelSpec &spec) {
  constexpr int64_t kPromotions = 4;
  return spec.problem.isPromoted() ? kPromotions / spec.getPromotionsPerStage()
                                   : 1;
}

/// The config with as deep a pipeline as fits beside the store slots, or null
/// if not even two stages do.
static ConfigAttr withMostStages(GemmKernelSpec spec, ConfigChoices choices,
                                 MLIRContext *context) {
  constexpr int64_t kMaxStages = 24;
  auto isLegal = [&](int64_t stages) {
    choices.stages = stages;
    spec.config = choices.get(context);
    return isLegalConfig(spec);
  };
  // Fewer stages only take less room. Most divisions are not legal at all.
  int64_t fit = 2;
  if (!isLegal(fit))
    return {};
  int64_t tooMany = kMaxStages + 1;
  while (fit + 1 < tooMany) {
    int64_t middle = (fit + tooMany) / 2;
    (isLegal(middle) ? fit : tooMany) = middle;
  }
  choices.stages = fit;
  return choices.get(context);
}

/// Divides shared memory between pipeline and store staging: four stages hide
/// the latency of loads; beyond that larger store phases are worth more.
/// `choices` gives tile, cluster, split of K and column groups, the rest
/// follows.
static ConfigAttr chooseDepth(const GemmKernelSpec &spec, ConfigChoices choices,
                              MLIRContext *context) {
  struct Wish {
    int64_t slots;
    int64_t stages;
  };
  GemmKernelSpec tiled = spec;
  tiled.config = choices.get(context);
  choices.unroll = getUnroll(tiled);
  int64_t all = std::max<int64_t>(1, tiled.getNumPieces() *
                                         tiled.getGroupStoredColumns() /
                                         getOutputMap(tiled).getBox()[1]);
  int64_t half = std::max<int64_t>(1, all / 2);
  int64_t quarter = std::max<int64_t>(1, all / 4);
  // Rows of tiles that share columns of the rhs in L2.
  constexpr int64_t kStripRows = 16;
  choices.raster = std::max<int64_t>(1, kStripRows / choices.cluster[0]);
  for (Wish wish :
       {Wish{all, 4}, {half, 4}, {all, 3}, {quarter, 4}, {half, 3}, {1, 3}}) {
    choices.storeSlots = wish.slots;
    ConfigAttr config = withMostStages(spec, choices, context);
    if (config && config.getStages() >= wish.stages)
      return config;
  }
  // Two stages do, but not where the room for a third went to an exchange.
  if (choices.splitK > 1)
    return {};
  choices.storeSlots = 1;
  return withMostStages(spec, choices, context);
}

namespace {
/// How CTAs of a cluster work together.
struct Cooperation {
  /// Those that share the rhs, or split K.
  int64_t shareRhs;
  int64_t splitK;
};
} // namespace

static constexpr Cooperation kCooperations[] = {{2, 1}, {1, 1}, {1, 2}, {1, 3},
                                                {1, 4}, {1, 6}, {1, 8}};

/// Warpgroups that divide a tile of the lhs rows of one atom: by its columns.
static constexpr int64_t kColumnGroups[] = {1, 2};

/// All ways to divide the work, as choices of which the rest is open.
static SmallVector<ConfigChoices> listDivisions(const GemmKernelSpec &spec) {
  int64_t depth =
      128 * 8 / spec.problem.lhs.getElementType().getIntOrFloatBitWidth();
  SmallVector<ConfigChoices> divisions;
  for (int64_t rows : {spec.atom.rows * 2, spec.atom.rows})
    for (int64_t columns = 256; columns >= 16; columns -= 16)
      for (auto [shareRhs, splitK] : kCooperations)
        for (int64_t groups : kColumnGroups) {
          ConfigChoices choices;
          choices.tile = {rows, columns, depth};
          choices.cluster = {shareRhs, 1};
          choices.splitK = splitK;
          choices.columnGroups = groups;
          divisions.push_back(choices);
        }
  return divisions;
}

SmallVector<ConfigCost> mlir::lowp_gpu::rankConfigs(const GemmKernelSpec &spec,
                                                    MLIRContext *context,
                                                    int64_t expectedRows) {
  auto known = [](int64_t size, int64_t expected) {
    return ShapedType::isDynamic(size) ? expected : size;
  };
  ProblemSize size{known(spec.problem.rows, expectedRows),
                   known(spec.problem.columns, expectedRows),
                   known(spec.problem.depth, expectedRows)};
  SmallVector<ConfigCost> ranked;
  for (const ConfigChoices &division : listDivisions(spec)) {
    GemmKernelSpec candidate = spec;
    candidate.config = chooseDepth(spec, division, context);
    if (candidate.config)
      ranked.push_back({candidate.config, estimateCycles(candidate, size)});
  }
  // Equal costs go to the larger tile and fewer column groups, so that the
  // choice is the same on every host.
  llvm::sort(ranked, [](const ConfigCost &a, const ConfigCost &b) {
    return std::make_tuple(a.cycles, b.config.getTile()[1],
                           b.config.getClusterSize(),
                           a.config.getColumnGroups()) <
           std::make_tuple(b.cycles, a.config.getTile()[1],
                           a.config.getClusterSize(),
                           b.config.getColumnGroups());
  });
  return ranked;
}
