//===- CostModel.cpp - Predicts the time of a kernel ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

// In clock cycles of one multiprocessor. The constants were fitted to kernels
// of all kinds and many tiles, measured on an H200 (docs/Performance.md).

/// Products of bytes that the tensor core adds up per cycle: of a row of the
/// lhs, a row of the rhs and a byte of K.
static constexpr double kProductsPerCycle = 3950.0;
/// Bytes that all multiprocessors together read from memory per cycle, and from
/// the cache.
static constexpr double kMemoryBytesPerCycle = 2454.0;
static constexpr double kCacheBytesPerCycle = 13950.0;
/// What a multiprocessor takes to load a row of a K block, and how much of it
/// more where the row begins within a line.
static constexpr double kLoadPerRow = 1.78;
static constexpr double kUnalignedLoad = 0.49;
/// Waiting for a stage and issuing its products, per K block.
static constexpr double kBlockOverhead = 80.0;
/// Start of a kernel, when the one before it has let it start late or early.
static constexpr double kLateLaunch = 2300.0;
static constexpr double kEarlyLaunch = 650.0;
/// Start of a tile, and what the store of its columns does not hide per 128
/// rows; the latter also where the products of the next tile hide a store.
static constexpr double kTileOverhead = 1580.0;
static constexpr double kStorePerColumn = 4.05;
static constexpr double kOverlappedStorePerColumn = 0.25;
/// Bytes of sums per cycle that CTAs which split K send each other.
static constexpr double kExchangeBytesPerCycle = 6.3;

namespace {
/// What the promotion of a K block adds to its products. Where two warpgroups
/// take turns: a share of the products' time and cycles per N subtile and
/// block. For a lone one: cycles per column and per block.
struct PromotionCost {
  double share;
  double perNSubtile;
  double perBlock;
  double perColumnAlone;
  double perBlockAlone;
};

/// How a config divides a problem.
struct TileDivision {
  /// Rows of a tile that are loaded.
  int64_t tileM;
  /// Clusters along M and along N, each with tiles of its own.
  int64_t rowClusters;
  int64_t columnClusters;
  /// Tiles that a cluster computes one after the other.
  int64_t waves;
  /// K blocks of a tile that one CTA walks.
  int64_t blocks;

  int64_t getClusters() const {
    // More than there are in any program, and far from 2^63: unknown sizes may
    // be taken for as large as known ones.
    constexpr uint64_t kMost = uint64_t(1) << 48;
    auto clusters =
        llvm::SaturatingMultiply<uint64_t>(rowClusters, columnClusters);
    return static_cast<int64_t>(std::min(clusters, kMost));
  }
};
} // namespace

static PromotionCost getPromotionCost(const GemmProblem &problem) {
  if (problem.rhs.granularity == ScaleGranularity::Block1D)
    return {0.213, 187, 0, 1.2, 137};
  return {0, 40, 95, 0.44, 104};
}

/// Clusters that run at the same time.
static int64_t countClusterSlots(const GemmKernelSpec &spec) {
  const ChipFacts &facts = *spec.chip.facts;
  int64_t size = spec.config.getClusterSize();
  if (size <= static_cast<int64_t>(facts.clusters.size()))
    return facts.clusters[size - 1];
  return std::max<int64_t>(1, facts.multiprocessors / size);
}

static TileDivision divide(const GemmKernelSpec &spec,
                           const ProblemSize &size) {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  auto count = [](int64_t total, int64_t part) {
    return static_cast<int64_t>(
        llvm::divideCeil(std::max<int64_t>(total, 1), part));
  };
  int64_t tileM = spec.getTileM();
  if (spec.hasDynamicTileM())
    tileM = count(size.m, count(size.m, tileM));
  TileDivision division;
  division.tileM = tileM;
  division.rowClusters =
      count(size.m, tileM * cluster[0]) * std::max<int64_t>(1, size.batch);
  division.columnClusters = count(size.n, spec.getTileN() * cluster[1]);
  division.waves = count(division.getClusters(), countClusterSlots(spec));
  division.blocks =
      count(count(size.k, spec.getTileK()), spec.config.getSplitK());
  return division;
}

/// Cycles by which promotion lengthens the products of a K block.
static double estimatePromotion(const GemmKernelSpec &spec, double multiply) {
  if (!spec.problem.isPromoted())
    return 0;
  PromotionCost cost = getPromotionCost(spec.problem);
  double once = spec.multipliesAlone()
                    ? cost.perColumnAlone * spec.getTileN() + cost.perBlockAlone
                    : cost.share * multiply +
                          cost.perNSubtile * spec.getNumNSubtiles() +
                          cost.perBlock;
  // Fitted to one promotion per block; more of them take as long each.
  return spec.getPromotionsPerStage() * once;
}

/// Bytes of one row of an operand.
static int64_t getRowBytes(const GemmKernelSpec &spec,
                           const ProblemSize &size) {
  constexpr int64_t kBitsPerByte = 8;
  Type element = spec.problem.lhs.getElementType();
  return size.k * element.getIntOrFloatBitWidth() / kBitsPerByte;
}

/// The share of rows whose part of a K block lies in two lines: 0 where rows
/// are a multiple of a line long.
static double getUnalignedShare(const GemmKernelSpec &spec,
                                const ProblemSize &size) {
  constexpr int64_t kLineBytes = 128;
  return 1 -
         static_cast<double>(std::gcd(getRowBytes(spec, size), kLineBytes)) /
             kLineBytes;
}

/// Cycles of one K block, of which `loadedM` rows of the lhs are loaded: those
/// of its products or those of loading both operands, which take more lines
/// where rows begin within one.
static double estimateBlock(const GemmKernelSpec &spec, const ProblemSize &size,
                            int64_t loadedM) {
  double m = spec.getTileM(), n = spec.getTileN();
  double multiply =
      m * n * static_cast<double>(spec.atom.rowBytes) / kProductsPerCycle;
  multiply += estimatePromotion(spec, multiply) + kBlockOverhead;
  double load = kLoadPerRow * (static_cast<double>(loadedM) + n) *
                (1 + kUnalignedLoad * getUnalignedShare(spec, size));
  return std::max(multiply, load);
}

/// Cycles of storing a tile of which each column takes `perColumn` in 128 rows.
static double estimateStore(const GemmKernelSpec &spec, double perColumn) {
  constexpr double kStoredRows = 128;
  double m = spec.getTileM(), n = spec.getTileN();
  return perColumn * n * m / kStoredRows;
}

/// Cycles of a tile outside its main loop. Narrow rows of the store's subtiles
/// cost extra.
static double estimateTile(const GemmKernelSpec &spec) {
  constexpr double kNarrow = 3.0, kSumBytes = 4;
  double m = spec.getTileM(), n = spec.getTileN();
  double parts = spec.config.getSplitK();
  double exchange =
      m * n * kSumBytes * (1 - 1 / parts) / kExchangeBytesPerCycle;
  double narrow = spec.getGroupStoredColumns() % 32 ? kNarrow : 1;
  return kTileOverhead + estimateStore(spec, kStorePerColumn) / parts * narrow +
         exchange;
}

/// The same of a tile that is stored while the next one is multiplied.
static double estimateOverlappedTile(const GemmKernelSpec &spec) {
  return kTileOverhead + estimateStore(spec, kOverlappedStorePerColumn);
}

/// What a kernel whose stores overlap takes longer for its last tile, whose
/// steps nothing hides.
static double estimateLastSteps(const GemmKernelSpec &spec) {
  if (!spec.config.getOverlapStore())
    return 0;
  constexpr double kPerStep = 30.0;
  int64_t steps =
      llvm::divideCeil(countStoreSubtiles(spec), spec.config.getEpilogueStages());
  return kPerStep * static_cast<double>(steps - 1);
}

/// The share of the memory's bandwidth that as many CTAs get as run at a time.
/// If they start early, and so anywhere: half or a third of the multiprocessors
/// get all of it, and numbers between get no more per CTA than the next larger
/// such number does. In their order on a free chip they lose much less.
static double estimateMemoryShare(const GemmKernelSpec &spec,
                                  const TileDivision &division) {
  int64_t all = spec.chip.facts->multiprocessors;
  int64_t ctas = division.getClusters() * spec.config.getClusterSize();
  double waves = llvm::divideCeil(ctas, all);
  double idle = ctas < all ? all / ctas : 1;
  double share =
      static_cast<double>(ctas) * idle / (waves * static_cast<double>(all));
  return spec.config.getLatePdl() ? std::sqrt(std::sqrt(share)) : share;
}

/// Cycles in which operands and result can pass the memory. A little of the rhs
/// that several rows of tiles load is not in the cache any more, and it waits
/// for rows of the lhs that begin within lines.
static double estimateMemory(const GemmKernelSpec &spec,
                             const ProblemSize &size,
                             const TileDivision &division) {
  constexpr double kRhsMisses = 0.032, kBitsPerByte = 8;
  constexpr double kUnalignedWait = 0.263, kMostWaits = 32;
  auto bytes = [](int64_t rows, int64_t columns, Type type) {
    return static_cast<double>(rows) * static_cast<double>(columns) *
           type.getIntOrFloatBitWidth() / kBitsPerByte;
  };
  double matrices = std::max<double>(1, size.batch);
  double misses =
      kRhsMisses * (static_cast<double>(division.rowClusters) / matrices - 1);
  double waits = kUnalignedWait * getUnalignedShare(spec, size) *
                 std::min(static_cast<double>(division.tileM), kMostWaits) /
                 kMostWaits;
  const GemmProblem &problem = spec.problem;
  double total = bytes(size.m, size.k, problem.lhs.getElementType()) +
                 bytes(size.n, size.k, problem.rhs.getElementType()) *
                     (1 + misses) * (1 + waits) +
                 bytes(size.m, size.n, problem.outputType);
  return matrices * total / kMemoryBytesPerCycle /
         estimateMemoryShare(spec, division);
}

/// Cycles in which the cache can give all CTAs what they load; those of a
/// cluster divide what they share. It serves lines, of which a row of a K block
/// takes two where rows are no multiple of one.
static double estimateCache(const GemmKernelSpec &spec, const ProblemSize &size,
                            const TileDivision &division) {
  constexpr double kUnalignedLhs = 1.82, kUnalignedRhs = 0.95;
  double unaligned = getUnalignedShare(spec, size);
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  double lhs = static_cast<double>(division.tileM) / cluster[1];
  double rhs = static_cast<double>(spec.getTileN()) / cluster[0];
  double rows = lhs * (1 + kUnalignedLhs * unaligned) +
                rhs * (1 + kUnalignedRhs * unaligned);
  int64_t tiles = division.getClusters() * llvm::product_of(cluster);
  return static_cast<double>(tiles) *
         static_cast<double>(getRowBytes(spec, size)) * rows /
         kCacheBytesPerCycle;
}

/// The time of what happens at the same time: between the longest and the sum.
/// Roots of squares, unlike powers, are the same on every host.
static double overlap(ArrayRef<double> times) {
  double sum = 0;
  for (double time : times)
    sum += time * time * time * time;
  return std::sqrt(std::sqrt(sum));
}

int64_t mlir::lowp_gpu::countWaves(const GemmKernelSpec &spec,
                                   const ProblemSize &size) {
  return divide(spec, size).waves;
}

double mlir::lowp_gpu::estimateCycles(const GemmKernelSpec &spec,
                                      const ProblemSize &size) {
  TileDivision division = divide(spec, size);
  double waves = static_cast<double>(division.waves);
  double last = estimateTile(spec);
  double other =
      spec.config.getOverlapStore() ? estimateOverlappedTile(spec) : last;
  double products = waves * static_cast<double>(division.blocks) *
                        estimateBlock(spec, size, division.tileM) +
                    (waves - 1) * other;
  double launch = spec.config.getLatePdl() ? kLateLaunch : kEarlyLaunch;
  // While the last tile is stored nothing is loaded.
  return launch +
         overlap({products, estimateMemory(spec, size, division),
                  estimateCache(spec, size, division)}) +
         last + estimateLastSteps(spec);
}
