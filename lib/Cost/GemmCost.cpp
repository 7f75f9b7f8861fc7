//===- GemmCost.cpp - Predicts the time of a matmul kernel ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/GemmCost.h"
#include "lowp/Support/ElementBytes.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlir::lowp;

namespace {
/// How a tiling divides a problem.
struct TileDivision {
  /// Rows of a tile that are loaded, and those of the last one beyond M.
  int64_t tileM;
  int64_t missingRows;
  /// Clusters along M and along N, each with tiles of its own.
  int64_t rowClusters;
  int64_t columnClusters;
  /// Tiles that a cluster computes one after the other.
  int64_t waves;
  /// K blocks of a tile that one CTA walks.
  int64_t blocks;

  int64_t countClusters() const {
    // More than there are in any program, and far from 2^63: unknown sizes may
    // be taken for as large as known ones.
    constexpr uint64_t kMost = uint64_t(1) << 48;
    auto clusters =
        llvm::SaturatingMultiply<uint64_t>(rowClusters, columnClusters);
    return static_cast<int64_t>(std::min(clusters, kMost));
  }
};

/// A kernel for a matmul on a part.
class GemmModel {
public:
  GemmModel(const GemmTypes &types, const GemmTiling &tiling,
            const GemmSize &size, const PartFacts &part, const GemmCosts &costs)
      : types(types), tiling(tiling), size(size), part(part), costs(costs),
        division(divide(tiling, size, part)) {}

  static TileDivision divide(const GemmTiling &tiling, const GemmSize &size,
                             const PartFacts &part);
  double estimate() const;
  double getLoadShare() const;

private:
  double getTileArea() const {
    return static_cast<double>(tiling.tileM) *
           static_cast<double>(tiling.tileN);
  }
  int64_t getRowBytes() const;
  double getUnalignedShare() const;
  double estimateProducts() const;
  double estimatePromotion(double multiply) const;
  double estimateBlock(int64_t missingRows) const;
  double estimateStore(double perColumn, int64_t columns) const;
  double estimateTile() const;
  double estimateOverlappedTile() const;
  double estimateStoreWait() const;
  double estimateLastSteps() const;
  double estimateMemoryShare() const;
  double estimateMemory() const;
  double estimateCache() const;

  const GemmTypes &types;
  const GemmTiling &tiling;
  const GemmSize &size;
  const PartFacts &part;
  const GemmCosts &costs;
  TileDivision division;
};
} // namespace

TileDivision GemmModel::divide(const GemmTiling &tiling, const GemmSize &size,
                               const PartFacts &part) {
  auto count = [](int64_t total, int64_t part) {
    return static_cast<int64_t>(
        llvm::divideCeil(std::max<int64_t>(total, 1), part));
  };
  int64_t tileM = tiling.tileM;
  if (tiling.rowAlignment > 0) {
    int64_t parts = count(size.m, tileM) * tiling.mTiles;
    int64_t rows =
        count(count(size.m, parts), tiling.rowAlignment) * tiling.rowAlignment;
    tileM = std::min(rows * tiling.mTiles, std::max<int64_t>(1, size.m));
  }
  TileDivision division;
  division.tileM = tileM;
  division.missingRows = tiling.loadsRows && size.groups == 0
                             ? count(size.m, tileM) * tileM - size.m
                             : 0;
  division.rowClusters =
      count(size.m, tileM * tiling.clusterM) * std::max<int64_t>(1, size.batch);
  // Half of a group's last tile exists where sizes are arbitrary.
  division.rowClusters += size.groups / 2;
  division.columnClusters = count(size.n, tiling.tileN * tiling.clusterN);
  division.waves = count(division.countClusters(),
                         part.countClusterSlots(tiling.getClusterSize()));
  division.blocks = count(count(size.k, tiling.tileK), tiling.splitK);
  return division;
}

/// Cycles by which promotion lengthens the products of a K block, or which it
/// takes apart from them.
double GemmModel::estimatePromotion(double multiply) const {
  if (!types.isPromoted)
    return 0;
  const PromotionCosts &cost =
      types.hasColumnScales ? costs.columnPromotion : costs.promotion;
  double once =
      tiling.multipliesAlone
          ? cost.perColumnAlone * static_cast<double>(tiling.tileN) +
                cost.perBlockAlone
          : cost.share * multiply +
                cost.perNSubtile * static_cast<double>(tiling.nSubtiles) +
                cost.perBlock;
  // Fitted to one promotion per block; more of them take as long each.
  return static_cast<double>(tiling.promotionsPerStage) * once;
}

/// Bytes of one row of an operand.
int64_t GemmModel::getRowBytes() const {
  return bytesOfBits(size.k * types.lhsBits);
}

/// The share of rows whose part of a K block lies in two lines: 0 where rows
/// are a multiple of a line long.
double GemmModel::getUnalignedShare() const {
  constexpr int64_t kLineBytes = 128;
  return 1 -
         static_cast<double>(std::gcd(getRowBytes(), kLineBytes)) / kLineBytes;
}

/// Cycles of the products of one K block. Elements of 6 bits, which a part may
/// multiply more slowly than wider ones, hold up those beside them. What keeps
/// main loops from the part's rate, power above all, does not add to what
/// products of few columns lose.
double GemmModel::estimateProducts() const {
  double most =
      std::min(part.productsPerCycle.get(types.lhsBits, types.takesScales),
               part.productsPerCycle.get(types.rhsBits, types.takesScales));
  auto bytes = static_cast<double>(tiling.bytesOfK);
  double narrow = static_cast<double>(tiling.tileM) *
                  (costs.narrowColumns + static_cast<double>(tiling.tileN) / 2);
  return std::max(getTileArea() * bytes / (costs.productShare * most),
                  narrow * bytes / most);
}

/// Cycles of one K block: those of its products or those of loading both
/// operands, which take more lines where rows begin within one, and longer for
/// each of `missingRows` that do not exist.
double GemmModel::estimateBlock(int64_t missingRows) const {
  double multiply = estimateProducts();
  double promote = estimatePromotion(multiply);
  if (tiling.promotesApart)
    multiply = std::max(multiply + costs.blockOverhead, promote);
  else
    multiply += promote + costs.blockOverhead;
  double load = costs.loadPerRow *
                    (static_cast<double>(division.tileM - missingRows) +
                     static_cast<double>(tiling.rhsRows)) *
                    (1 + costs.unalignedLoad * getUnalignedShare()) +
                costs.loadPerMissingRow * static_cast<double>(missingRows);
  return std::max(multiply, load);
}

/// Cycles of storing `columns` of a tile of all results, each of which takes
/// `perColumn` in 128 rows.
double GemmModel::estimateStore(double perColumn, int64_t columns) const {
  constexpr double kStoredRows = 128;
  return types.results * perColumn * static_cast<double>(columns) *
         static_cast<double>(tiling.tileM) / kStoredRows;
}

/// Cycles of a tile outside its main loop. Narrow rows of the store's subtiles
/// cost extra.
double GemmModel::estimateTile() const {
  constexpr double kSumBytes = 4;
  double parts = static_cast<double>(tiling.splitK);
  double exchange =
      getTileArea() * kSumBytes * (1 - 1 / parts) / costs.exchangeBytesPerCycle;
  if (tiling.exchangedRows > 0)
    exchange *= static_cast<double>(tiling.exchangedRows) /
                static_cast<double>(tiling.tileM);
  double narrow = tiling.storedColumns % 32 ? costs.narrowStore : 1;
  return costs.tileOverhead +
         estimateStore(costs.storePerColumn, tiling.tileN) / parts * narrow +
         exchange;
}

/// The same of a tile that is stored while the next one is multiplied.
double GemmModel::estimateOverlappedTile() const {
  return costs.tileOverhead +
         estimateStore(costs.overlappedStorePerColumn, tiling.tileN) +
         estimateStore(costs.storePerColumn, tiling.sharedColumns);
}

/// What products of the next tile wait for warps that promote and store, if
/// those take longer than the products of a tile.
double GemmModel::estimateStoreWait() const {
  if (!tiling.promotesApart)
    return 0;
  auto blocks = static_cast<double>(division.blocks);
  double stored = blocks * estimatePromotion(estimateProducts()) +
                  estimateStore(costs.storePerColumn, tiling.tileN);
  return std::max(0.0, stored - blocks * estimateBlock(/*missingRows=*/0));
}

/// What a kernel whose stores overlap takes longer for its last tile, whose
/// steps nothing hides.
double GemmModel::estimateLastSteps() const {
  if (!tiling.overlapStore)
    return 0;
  return costs.perLastStep * static_cast<double>(tiling.storeSteps - 1);
}

/// The share of the memory's bandwidth that as many CTAs get as run at a time.
/// If they start early, and so anywhere: half or a third of the multiprocessors
/// get all of it, and numbers between get no more per CTA than the next larger
/// such number does. In their order on a free chip they lose much less.
double GemmModel::estimateMemoryShare() const {
  int64_t all = part.multiprocessors;
  int64_t ctas = division.countClusters() * tiling.getClusterSize();
  double waves = static_cast<double>(llvm::divideCeil(ctas, all));
  double idle = ctas < all ? static_cast<double>(all / ctas) : 1;
  double share =
      static_cast<double>(ctas) * idle / (waves * static_cast<double>(all));
  return tiling.latePdl ? std::sqrt(std::sqrt(share)) : share;
}

/// Cycles in which operands and result can pass the memory. A little of the rhs
/// that several rows of tiles load is not in the cache any more, and it waits
/// for rows of the lhs that begin within lines.
double GemmModel::estimateMemory() const {
  auto bytes = [](int64_t rows, int64_t columns, double bits) {
    return static_cast<double>(rows) * static_cast<double>(columns) *
           meanBytes(bits);
  };
  double matrices = static_cast<double>(std::max<int64_t>(1, size.batch));
  // Matrices of the rhs that each of `matrices` products reads.
  double read = static_cast<double>(
      std::clamp<int64_t>(size.groups, 1, std::max<int64_t>(1, size.m)));
  double rowsOfTiles = static_cast<double>(division.rowClusters) / matrices;
  double misses = costs.rhsMisses * std::max(0.0, rowsOfTiles / read - 1);
  double waits =
      costs.unalignedWait * getUnalignedShare() *
      std::min(static_cast<double>(division.tileM), costs.mostWaitingRows) /
      costs.mostWaitingRows;
  double total = bytes(size.m, size.k, types.lhsBits + types.lhsScaleBits) +
                 read *
                     bytes(size.n, size.k, types.rhsBits + types.rhsScaleBits) *
                     (1 + misses) * (1 + waits) +
                 bytes(size.m, size.n, types.resultBits);
  return matrices * total / part.memoryBytesPerCycle / estimateMemoryShare();
}

/// Cycles in which the cache can give all CTAs what they load; those of a
/// cluster divide what they share. It serves lines, of which a row of a K block
/// takes two where rows are no multiple of one.
double GemmModel::estimateCache() const {
  double unaligned = getUnalignedShare();
  double lhs = static_cast<double>(division.tileM) /
               static_cast<double>(tiling.clusterN);
  double rhs =
      static_cast<double>(tiling.tileN) / static_cast<double>(tiling.clusterM);
  double rows = lhs * (1 + costs.unalignedLhs * unaligned) +
                rhs * (1 + costs.unalignedRhs * unaligned);
  int64_t tiles =
      division.countClusters() * (tiling.clusterM * tiling.clusterN);
  return static_cast<double>(tiles) * static_cast<double>(getRowBytes()) *
         rows / costs.cacheBytesPerCycle;
}

/// The time of what happens at the same time: between the longest and the sum.
/// Roots of squares, unlike powers, are the same on every host.
static double overlap(llvm::ArrayRef<double> times) {
  double sum = 0;
  for (double time : times)
    sum += time * time * time * time;
  return std::sqrt(std::sqrt(sum));
}

double GemmModel::estimate() const {
  double waves = static_cast<double>(division.waves);
  double last = estimateTile();
  double other = tiling.overlapStore ? estimateOverlappedTile() : last;
  other += estimateStoreWait();
  // Some CTA has a tile that reaches beyond M, and few have two of these.
  double products =
      static_cast<double>(division.blocks) *
          ((waves - 1) * estimateBlock(/*missingRows=*/0) +
           estimateBlock(std::min(division.missingRows, division.tileM - 1))) +
      (waves - 1) * other;
  double launch = tiling.latePdl ? costs.lateLaunch : costs.earlyLaunch;
  // While the last tile is stored nothing is loaded.
  return launch + overlap({products, estimateMemory(), estimateCache()}) +
         last + estimateLastSteps();
}

/// The share of its time in which the tensor cores multiply.
double GemmModel::getLoadShare() const {
  double busy = static_cast<double>(division.countClusters()) *
                static_cast<double>(tiling.getClusterSize()) /
                static_cast<double>(part.multiprocessors) *
                static_cast<double>(division.blocks) * estimateProducts();
  return std::min(1.0, busy / estimate());
}

int64_t mlir::lowp::countWaves(const GemmTiling &tiling, const GemmSize &size,
                               const PartFacts &part) {
  return GemmModel::divide(tiling, size, part).waves;
}

double mlir::lowp::estimateCycles(const GemmTypes &types,
                                  const GemmTiling &tiling,
                                  const GemmSize &size, const PartFacts &part,
                                  const GemmCosts &costs) {
  return GemmModel(types, tiling, size, part, costs).estimate();
}

double mlir::lowp::estimateMicroseconds(const GemmTypes &types,
                                        const GemmTiling &tiling,
                                        const GemmSize &size,
                                        const PartFacts &part,
                                        const GemmCosts &costs) {
  constexpr double kCyclesPerMicrosecond = 1e3;
  GemmModel model(types, tiling, size, part, costs);
  double loaded = types.lhsBits > 8 ? costs.loadedClock16 : costs.loadedClock8;
  double clock = part.clockGHz * (1 - (1 - loaded) * model.getLoadShare());
  return model.estimate() / (clock * kCyclesPerMicrosecond);
}

double mlir::lowp::estimateAddends(double bytes, const PartFacts &part,
                                   const GemmCosts &costs) {
  constexpr double kBytesPerMicrosecond = 1e3; // of a GB per second
  return costs.addendReads * bytes /
         (part.memoryGBPerSecond * kBytesPerMicrosecond);
}
