//===- ConfigSearch.cpp - Ranks kernel configs by predicted time ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/KernelConfig.h"

#include <tuple>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Cost model
//===----------------------------------------------------------------------===//

// In clock cycles of one multiprocessor. The constants were fitted to kernels
// of all kinds and many tiles, measured on an H200 (docs/Performance.md).

/// Elements of an fp8 product that the tensor core multiplies per cycle.
static constexpr double kProductsPerCycle = 4096;
/// Bytes that reach one multiprocessor from L2 per cycle.
static constexpr double kBytesPerCycle = 128;
/// Waiting for a stage and issuing its products, per K block.
static constexpr double kBlockOverhead = 125;
/// The same for tiles that are no multiple of 64 columns.
static constexpr double kOddColumnsOverhead = 10;
/// Start of a kernel and end of its last tile, with and without clusters.
static constexpr double kLaunchOverhead = 5600;
static constexpr double kClusterOverhead = 300;
/// Start of a tile, and what the store of its columns does not hide per 128
/// rows.
static constexpr double kTileOverhead = 300;
static constexpr double kStorePerColumn = 4.5;

namespace {
/// What the promotion of a K block adds to its products: a factor and cycles
/// per piece. Multicast relieves the shared memory that promotion reads.
struct PromotionCost {
  double factor;
  double perPiece;
  double multicast;
};

/// Sizes of a problem with every dimension known.
struct ProblemSize {
  int64_t rows;
  int64_t columns;
  int64_t depth;
};
} // namespace

static PromotionCost getPromotionCost(const GemmProblem &problem) {
  if (!problem.isPromoted())
    return {1, 0, 1};
  if (problem.rhs.geometry == ScaleGeometry::RowBlocks)
    return {1.33, 126, 0.985};
  return {1.05, 63, 0.995};
}

/// Cycles of one K block: the tensor core and the loads overlap.
static double estimateBlock(const GemmKernelSpec &spec) {
  double rows = spec.getTileRows(), columns = spec.getTileColumns();
  double depth = spec.getTileDepth();
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  PromotionCost promotion = getPromotionCost(spec.problem);
  double multiply = rows * columns * depth / kProductsPerCycle;
  multiply =
      multiply * promotion.factor + promotion.perPiece * spec.getNumPieces();
  if (spec.config.getClusterSize() > 1)
    multiply *= promotion.multicast;
  double load =
      depth * (rows / cluster[1] + columns / cluster[0]) / kBytesPerCycle;
  double odd = spec.getTileColumns() % 64 ? kOddColumnsOverhead : 0;
  return std::max(multiply, load) + kBlockOverhead + odd;
}

/// Cycles of a tile outside its main loop. Narrow rows of the store's subtiles
/// and factors of rows and columns cost extra.
static double estimateTile(const GemmKernelSpec &spec) {
  int64_t piece = spec.getPieceColumns();
  double narrow = piece % 64 == 0 ? 1 : piece % 32 == 0 ? 1.2 : 2;
  double factors = spec.problem.rhs.geometry == ScaleGeometry::PerRow ? 1.4 : 1;
  double rows = static_cast<double>(spec.getTileRows()) / 128;
  return kTileOverhead +
         kStorePerColumn * spec.getTileColumns() * rows * narrow * factors;
}

static double estimateCycles(const GemmKernelSpec &spec,
                             const ProblemSize &size) {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  auto count = [](int64_t total, int64_t part) {
    return llvm::divideCeil(std::max<int64_t>(total, 1), part);
  };
  int64_t tiles = count(size.rows, spec.getTileRows() * cluster[0]) *
                  count(size.columns, spec.getTileColumns() * cluster[1]);
  int64_t slots =
      spec.chip.facts->multiprocessors / spec.config.getClusterSize();
  double waves = static_cast<double>(llvm::divideCeil(tiles, slots));
  double blocks = count(size.depth, spec.getTileDepth());
  double launch = kLaunchOverhead;
  if (spec.config.getClusterSize() > 1)
    launch += kClusterOverhead;
  return launch + waves * (blocks * estimateBlock(spec) + estimateTile(spec));
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// K blocks per iteration: promotion needs room to overlap with the next
/// block's wait, sums in place do not.
static int64_t getUnroll(const GemmProblem &problem) {
  if (!problem.isPromoted())
    return 1;
  return problem.rhs.geometry == ScaleGeometry::RowBlocks ? 4 : 8;
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
  auto make = [&](int64_t stages, int64_t raster, int64_t slots) {
    return ConfigAttr::get(context, division.tile, division.cluster, stages,
                           getUnroll(spec.problem), raster, slots,
                           division.splitK);
  };
  struct Wish {
    int64_t slots;
    int64_t stages;
  };
  GemmKernelSpec tiled = spec;
  tiled.config = make(1, 1, 1);
  int64_t all =
      std::max<int64_t>(1, tiled.getNumPieces() * tiled.getStoredColumns() /
                               getOutputMap(tiled).getBox()[1]);
  int64_t half = std::max<int64_t>(1, all / 2);
  int64_t quarter = std::max<int64_t>(1, all / 4);
  // Rows of tiles that share columns of the rhs in L2.
  constexpr int64_t kStripRows = 16;
  int64_t raster = std::max<int64_t>(1, kStripRows / division.cluster[0]);
  for (Wish wish :
       {Wish{all, 4}, {half, 4}, {all, 3}, {quarter, 4}, {half, 3}, {1, 2}}) {
    ConfigAttr config =
        withMostStages(spec, make(wish.stages, raster, wish.slots));
    if (config && config.getStages() >= wish.stages)
      return config;
  }
  return {};
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
