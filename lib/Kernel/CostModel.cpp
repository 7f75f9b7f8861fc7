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

/// Elements of an fp8 product that the tensor core multiplies per cycle.
static constexpr double kProductsPerCycle = 3695.6;
/// Bytes that all multiprocessors together read from memory per cycle, and from
/// the cache.
static constexpr double kMemoryBytesPerCycle = 2886.5;
static constexpr double kCacheBytesPerCycle = 33342.0;
/// How much of the cache's time a row takes more where it begins within a line.
static constexpr double kUnalignedRow = 10.57;
/// What a multiprocessor takes to load a row of a K block.
static constexpr double kLoadPerRow = 1.7;
/// Waiting for a stage and issuing its products, per K block, and what each row
/// that is requested for it adds.
static constexpr double kBlockOverhead = 64.37;
static constexpr double kRequestedRowOverhead = 0.0673;
/// Start of a kernel, without and with clusters, and of each CTA.
static constexpr double kLaunchOverhead = 2095.0;
static constexpr double kClusterOverhead = 493.3;
static constexpr double kCTAOverhead = 14.23;
/// Start of a tile, and what the store of its columns does not hide per 128
/// rows.
static constexpr double kTileOverhead = 848.7;
static constexpr double kStorePerColumn = 1.472;
/// The same of a tile whose store the products of the next one hide.
static constexpr double kOverlappedTileOverhead = 800.0;
static constexpr double kOverlappedStorePerColumn = 0.3;
/// Bytes of sums per cycle that CTAs which split K send each other.
static constexpr double kExchangeBytesPerCycle = 4.705;

namespace {
/// What the promotion of a K block adds to its products. Where two warpgroups
/// take turns: a share of the products' time and cycles per piece and block.
/// For a lone one: cycles per column and per block.
struct PromotionCost {
  double share;
  double perPiece;
  double perBlock;
  double perColumnAlone;
  double perBlockAlone;
};

/// How a config divides a problem.
struct TileDivision {
  /// Rows of a tile that are loaded.
  int64_t height;
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
  if (problem.rhs.geometry == ScaleGeometry::RowBlocks)
    return {0.0859, 176.8, 0, 1.043, 83.86};
  return {0, 28, 44.3, 0.373, 34.66};
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
  int64_t height = spec.getTileRows();
  if (spec.hasLowerTiles())
    height = count(size.rows, count(size.rows, height));
  TileDivision division;
  division.height = height;
  division.rowClusters = count(size.rows, height * cluster[0]);
  division.columnClusters =
      count(size.columns, spec.getTileColumns() * cluster[1]);
  division.waves = count(division.getClusters(), countClusterSlots(spec));
  division.blocks =
      count(count(size.depth, spec.getTileDepth()), spec.config.getSplitK());
  return division;
}

/// Cycles by which promotion lengthens the products of a K block.
static double estimatePromotion(const GemmKernelSpec &spec, double multiply) {
  if (!spec.problem.isPromoted())
    return 0;
  PromotionCost cost = getPromotionCost(spec.problem);
  double once =
      spec.multipliesAlone()
          ? cost.perColumnAlone * spec.getTileColumns() + cost.perBlockAlone
          : cost.share * multiply + cost.perPiece * spec.getNumPieces() +
                cost.perBlock;
  // Fitted to one promotion per block; more of them take as long each.
  return spec.getPromotionsPerStage() * once;
}

/// Bytes of one row of an operand.
static int64_t getRowBytes(const GemmKernelSpec &spec,
                           const ProblemSize &size) {
  constexpr int64_t kBitsPerByte = 8;
  Type element = spec.problem.lhs.getElementType();
  return size.depth * element.getIntOrFloatBitWidth() / kBitsPerByte;
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

/// Rows of both operands that a CTA requests for a K block, of which `height`
/// are of the lhs. CTAs of a cluster divide what they share.
static double countRequestedRows(const GemmKernelSpec &spec, int64_t height) {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  double columns = spec.getTileColumns();
  return static_cast<double>(height) / cluster[1] + columns / cluster[0];
}

/// Cycles of one K block, of which `height` rows of the lhs are loaded: those
/// of its products or those of loading both operands, which take more lines
/// where rows begin within one.
static double estimateBlock(const GemmKernelSpec &spec, const ProblemSize &size,
                            int64_t height) {
  double rows = spec.getTileRows(), columns = spec.getTileColumns();
  double multiply = rows * columns * spec.getTileDepth() / kProductsPerCycle;
  multiply += estimatePromotion(spec, multiply);
  // CTAs that share operands wait for each other.
  constexpr double kSharedPromotion = 1.091;
  if (spec.problem.isPromoted() &&
      llvm::product_of(spec.config.getCluster()) > 1)
    multiply *= kSharedPromotion;
  double load = kLoadPerRow * (static_cast<double>(height) + columns) *
                (1 + getUnalignedShare(spec, size));
  return std::max(multiply + kBlockOverhead +
                      kRequestedRowOverhead * countRequestedRows(spec, height),
                  load);
}

/// Cycles of a tile outside its main loop. Narrow rows of the store's subtiles
/// and factors of rows and columns cost extra.
static double estimateTile(const GemmKernelSpec &spec) {
  int64_t stored = spec.getGroupStoredColumns();
  double narrow = stored % 32 ? 3.489 : 1;
  double factors =
      spec.problem.rhs.geometry == ScaleGeometry::PerRow ? 1.03 : 1;
  double rows = spec.getTileRows(), columns = spec.getTileColumns();
  double parts = spec.config.getSplitK();
  constexpr double kSumBytes = 4, kStoredRows = 128;
  double exchange =
      rows * columns * kSumBytes * (1 - 1 / parts) / kExchangeBytesPerCycle;
  double store = kStorePerColumn * columns / parts * rows / kStoredRows;
  return kTileOverhead + store * narrow * factors + exchange;
}

/// The same of a tile that is stored while the next one is multiplied.
static double estimateOverlappedTile(const GemmKernelSpec &spec) {
  constexpr double kStoredRows = 128;
  double rows = spec.getTileRows(), columns = spec.getTileColumns();
  return kOverlappedTileOverhead +
         kOverlappedStorePerColumn * columns * rows / kStoredRows;
}

/// What a kernel whose stores overlap takes longer for its last tile, whose
/// phases nothing hides; one of few phases takes less.
static double estimateLastPhases(const GemmKernelSpec &spec) {
  if (!spec.config.getOverlapStore())
    return 0;
  constexpr double kPeeledLoop = -200.0, kPerPhase = 110.0;
  int64_t phases =
      llvm::divideCeil(countStoreSubtiles(spec), spec.config.getStoreSlots());
  return kPeeledLoop + kPerPhase * static_cast<double>(phases - 1);
}

/// The share of the memory's bandwidth that as many CTAs get as run at a time.
/// Half or a third of the multiprocessors get all of it; numbers between get no
/// more per CTA than the next larger such number does.
static double estimateMemoryShare(const GemmKernelSpec &spec,
                                  const TileDivision &division) {
  int64_t all = spec.chip.facts->multiprocessors;
  int64_t ctas = division.getClusters() * spec.config.getClusterSize();
  double waves = llvm::divideCeil(ctas, all);
  double idle = ctas < all ? all / ctas : 1;
  return static_cast<double>(ctas) * idle / (waves * static_cast<double>(all));
}

/// Cycles in which operands and result can pass the memory. A little of what
/// several tiles load is not in the cache any more.
static double estimateMemory(const GemmKernelSpec &spec,
                             const ProblemSize &size,
                             const TileDivision &division) {
  constexpr double kLhsMisses = 0.156, kRhsMisses = 0.101, kBitsPerByte = 8;
  // Rows of tiles that stream the same rhs wait for each other's loads.
  constexpr double kStreamedTwice = 0.2;
  auto bytes = [](int64_t rows, int64_t columns, Type type) {
    return static_cast<double>(rows) * static_cast<double>(columns) *
           type.getIntOrFloatBitWidth() / kBitsPerByte;
  };
  double lhsLoads = static_cast<double>(division.columnClusters);
  double rhsLoads = static_cast<double>(division.rowClusters);
  double waits = rhsLoads > 1 ? kStreamedTwice : 0;
  const GemmProblem &problem = spec.problem;
  double total = bytes(size.rows, size.depth, problem.lhs.getElementType()) *
                     (1 + kLhsMisses * (lhsLoads - 1)) +
                 bytes(size.columns, size.depth, problem.rhs.getElementType()) *
                     (1 + kRhsMisses * (rhsLoads - 1) + waits) +
                 bytes(size.rows, size.columns, problem.outputType);
  return total / kMemoryBytesPerCycle / estimateMemoryShare(spec, division);
}

/// Cycles in which the cache can give all CTAs what they load. It serves lines,
/// of which a row of a K block takes two where rows are no multiple of one.
static double estimateCache(const GemmKernelSpec &spec, const ProblemSize &size,
                            const TileDivision &division) {
  double unaligned = getUnalignedShare(spec, size);
  int64_t tiles =
      division.getClusters() * llvm::product_of(spec.config.getCluster());
  double bytes = static_cast<double>(tiles) *
                 static_cast<double>(getRowBytes(spec, size)) *
                 countRequestedRows(spec, division.height);
  return bytes * (1 + kUnalignedRow * unaligned) / kCacheBytesPerCycle;
}

/// The time of what happens at the same time: between the longest and the sum.
/// Roots of squares, unlike powers, are the same on every host.
static double overlap(ArrayRef<double> times) {
  double sum = 0;
  for (double time : times)
    sum += time * time * time * time;
  return std::sqrt(std::sqrt(sum));
}

double mlir::lowp_gpu::estimateCycles(const GemmKernelSpec &spec,
                                      const ProblemSize &size) {
  TileDivision division = divide(spec, size);
  double waves = static_cast<double>(division.waves);
  double products = waves * static_cast<double>(division.blocks) *
                    estimateBlock(spec, size, division.height);
  double last = estimateTile(spec);
  double other =
      spec.config.getOverlapStore() ? estimateOverlappedTile(spec) : last;
  int64_t clusterSize = spec.config.getClusterSize();
  double launch = kLaunchOverhead;
  if (clusterSize > 1)
    launch += kClusterOverhead;
  int64_t ctas = std::min(division.getClusters() * clusterSize,
                          spec.chip.facts->multiprocessors);
  launch += kCTAOverhead * static_cast<double>(ctas);
  last += estimateLastPhases(spec);
  return launch + overlap({products + (waves - 1) * other + last,
                           estimateMemory(spec, size, division),
                           estimateCache(spec, size, division)});
}
