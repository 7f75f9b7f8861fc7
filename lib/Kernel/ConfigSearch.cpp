//===- ConfigSearch.cpp - Ranks kernel configs by predicted time ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/KernelConfig.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Cost model
//===----------------------------------------------------------------------===//

// All in clock cycles of one multiprocessor; docs/Performance.md tells how the
// constants were measured.

/// Elements of an fp8 product that the tensor core multiplies per cycle.
static constexpr double kProductsPerCycle = 4096;
/// Bytes that reach one multiprocessor from L2 per cycle.
static constexpr double kBytesPerCycle = 56;
/// Start of a tile and what its epilogue does not hide.
static constexpr double kTileOverhead = 900;
/// Slow-down of a block by the promotion of its sums, as a factor: scales of
/// rows and tiles of columns, and scales of single columns.
static constexpr double kPromotion = 1.12;
static constexpr double kColumnPromotion = 1.5;

namespace {
/// Sizes of a problem with every dimension known.
struct ProblemSize {
  int64_t rows;
  int64_t columns;
  int64_t depth;
};
} // namespace

static double getPromotionFactor(const GemmProblem &problem) {
  if (!problem.isPromoted())
    return 1;
  return problem.rhs.geometry == ScaleGeometry::RowBlocks ? kColumnPromotion
                                                          : kPromotion;
}

/// Cycles of one K block: the tensor core and the loads overlap.
static double estimateBlock(const GemmKernelSpec &spec) {
  double rows = spec.getTileRows(), columns = spec.getTileColumns();
  double depth = spec.getTileDepth();
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  double multiply = rows * columns * depth / kProductsPerCycle *
                    getPromotionFactor(spec.problem);
  double load =
      depth * (rows / cluster[1] + columns / cluster[0]) / kBytesPerCycle;
  return std::max(multiply, load);
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
  return waves * (blocks * estimateBlock(spec) + kTileOverhead);
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
  constexpr int64_t kMaxStages = 12;
  for (int64_t stages = kMaxStages; stages >= 2; --stages) {
    spec.config = ConfigAttr::get(base.getContext(), base.getTile(),
                                  base.getCluster(), stages, base.getUnroll(),
                                  base.getRaster(), base.getStoreSlots());
    if (isLegalConfig(spec))
      return spec.config;
  }
  return {};
}

/// Divides shared memory between pipeline and store staging: four stages hide
/// the latency of loads; beyond that larger store phases are worth more.
static ConfigAttr chooseDepth(const GemmKernelSpec &spec,
                              ArrayRef<int64_t> tile,
                              ArrayRef<int64_t> cluster,
                              MLIRContext *context) {
  struct Wish {
    int64_t slots;
    int64_t stages;
  };
  constexpr int64_t kRaster = 8;
  for (Wish wish : {Wish{4, 4}, {2, 4}, {4, 3}, {1, 4}, {2, 3}, {1, 2}}) {
    auto base = ConfigAttr::get(context, tile, cluster, wish.stages,
                                getUnroll(spec.problem), kRaster, wish.slots);
    ConfigAttr config = withMostStages(spec, base);
    if (config && config.getStages() >= wish.stages)
      return config;
  }
  return {};
}

SmallVector<ConfigCost>
mlir::lowp_gpu::rankConfigs(const GemmKernelSpec &spec, MLIRContext *context,
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
    for (int64_t columns = 256; columns >= 32; columns -= 32)
      for (int64_t cluster : {2, 1}) {
        GemmKernelSpec candidate = spec;
        candidate.config = chooseDepth(spec, {rows, columns, depth},
                                       {cluster, 1}, context);
        if (candidate.config)
          ranked.push_back(
              {candidate.config, estimateCycles(candidate, size)});
      }
  llvm::sort(ranked, [](const ConfigCost &a, const ConfigCost &b) {
    return a.cycles < b.cycles;
  });
  return ranked;
}
