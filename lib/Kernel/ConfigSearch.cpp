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
/// Bytes that all multiprocessors together read from memory per cycle.
static constexpr double kMemoryBytesPerCycle = 2600;
/// The share of the shorter of both, products and memory, that they do not
/// overlap.
static constexpr double kNotOverlapped = 0.15;
/// Waiting for a stage and issuing its products, per K block, and what each row
/// that is loaded for it adds.
static constexpr double kBlockOverhead = 79;
static constexpr double kLoadedRowOverhead = 0.18;
/// The same for tiles that are no multiple of 64 columns.
static constexpr double kOddColumnsOverhead = 2.5;
/// Start of a kernel and end of its last tile, with and without clusters.
static constexpr double kLaunchOverhead = 3500;
static constexpr double kClusterOverhead = 660;
/// Start of a tile, and what the store of its columns does not hide per 128
/// rows.
static constexpr double kTileOverhead = 570;
static constexpr double kStorePerColumn = 2.4;
/// Bytes of sums per cycle that CTAs which split K send each other.
static constexpr double kExchangeBytesPerCycle = 6;

namespace {
/// What the promotion of a K block adds to its products: a share of their time
/// and cycles per piece.
struct PromotionCost {
  double share;
  double perPiece;
};

/// Sizes of a problem with every dimension known.
struct ProblemSize {
  int64_t rows;
  int64_t columns;
  int64_t depth;
};

/// How a config divides a problem.
struct TileDivision {
  /// Rows of a tile that are loaded.
  int64_t height;
  /// Tiles that a cluster computes one after the other.
  int64_t waves;
  /// K blocks of a tile that one CTA walks.
  int64_t blocks;
};
} // namespace

static PromotionCost getPromotionCost(const GemmProblem &problem) {
  if (!problem.isPromoted())
    return {0, 0};
  if (problem.rhs.geometry == ScaleGeometry::RowBlocks)
    return {0.25, 126};
  return {0, 70};
}

/// Clusters that run at the same time. Large ones leave multiprocessors over
/// where their number does not divide a group of the chip.
static int64_t countClusterSlots(const GemmKernelSpec &spec) {
  constexpr int64_t kSmallCluster = 2;
  int64_t size = spec.config.getClusterSize();
  const ChipFacts &facts = *spec.chip.facts;
  return std::max<int64_t>(1, (size <= kSmallCluster
                                   ? facts.multiprocessors
                                   : facts.clusterMultiprocessors) /
                                  size);
}

static TileDivision divide(const GemmKernelSpec &spec,
                           const ProblemSize &size) {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  auto count = [](int64_t total, int64_t part) {
    return static_cast<int64_t>(
        llvm::divideCeil(std::max<int64_t>(total, 1), part));
  };
  int64_t height = spec.getTileRows();
  if (spec.hasLowerTiles())
    height = count(size.rows, count(size.rows, height));
  int64_t tiles = count(size.rows, height * cluster[0]) *
                  count(size.columns, spec.getTileColumns() * cluster[1]);
  return {
      height, count(tiles, countClusterSlots(spec)),
      count(count(size.depth, spec.getTileDepth()), spec.config.getSplitK())};
}

/// Cycles of one K block, of which `height` rows of the lhs are loaded.
static double estimateBlock(const GemmKernelSpec &spec, int64_t height) {
  double rows = spec.getTileRows(), columns = spec.getTileColumns();
  double depth = spec.getTileDepth();
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  PromotionCost promotion = getPromotionCost(spec.problem);
  double multiply = rows * columns * depth / kProductsPerCycle;
  // Fitted to one promotion per block; more of them take as long each.
  multiply +=
      spec.getPromotionsPerStage() *
      (multiply * promotion.share + promotion.perPiece * spec.getNumPieces());
  // CTAs that share operands wait for each other.
  constexpr double kSharedPromotion = 1.018;
  if (spec.problem.isPromoted() && llvm::product_of(cluster) > 1)
    multiply *= kSharedPromotion;
  double loaded =
      static_cast<double>(height) / cluster[1] + columns / cluster[0];
  double odd = spec.getTileColumns() % 64 ? kOddColumnsOverhead : 0;
  return multiply + kBlockOverhead + kLoadedRowOverhead * loaded + odd;
}

/// Cycles of a tile outside its main loop. Narrow rows of the store's subtiles
/// and factors of rows and columns cost extra.
static double estimateTile(const GemmKernelSpec &spec) {
  int64_t stored = spec.getStoredColumns();
  double narrow = stored % 64 == 0 ? 1 : stored % 32 == 0 ? 1.2 : 2;
  double factors = spec.problem.rhs.geometry == ScaleGeometry::PerRow ? 1.4 : 1;
  double rows = spec.getTileRows(), columns = spec.getTileColumns();
  double parts = spec.config.getSplitK();
  constexpr double kSumBytes = 4, kStoredRows = 128;
  double exchange =
      rows * columns * kSumBytes * (1 - 1 / parts) / kExchangeBytesPerCycle;
  double store = kStorePerColumn * columns / parts * rows / kStoredRows;
  return kTileOverhead + store * narrow * factors + exchange;
}

/// Cycles in which operands and result can pass the memory.
static double estimateMemory(const GemmKernelSpec &spec,
                             const ProblemSize &size) {
  auto bits = [](Type type) -> double { return type.getIntOrFloatBitWidth(); };
  double rows = size.rows, columns = size.columns, depth = size.depth;
  const GemmProblem &problem = spec.problem;
  double total = rows * depth * bits(problem.lhs.getElementType()) +
                 columns * depth * bits(problem.rhs.getElementType()) +
                 rows * columns * bits(problem.outputType);
  constexpr double kBitsPerByte = 8;
  return total / kBitsPerByte / kMemoryBytesPerCycle;
}

static double estimateCycles(const GemmKernelSpec &spec,
                             const ProblemSize &size) {
  TileDivision division = divide(spec, size);
  double tile = static_cast<double>(division.blocks) *
                    estimateBlock(spec, division.height) +
                estimateTile(spec);
  double products = static_cast<double>(division.waves) * tile;
  double memory = estimateMemory(spec, size);
  double launch = kLaunchOverhead;
  if (spec.config.getClusterSize() > 1)
    launch += kClusterOverhead;
  return launch + std::max(products, memory) +
         kNotOverlapped * std::min(products, memory);
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

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
       {Wish{all, 4}, {half, 4}, {all, 3}, {quarter, 4}, {half, 3}, {1, 2}}) {
    ConfigAttr config =
        withMostStages(spec, make(wish.stages, unroll, raster, wish.slots));
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
