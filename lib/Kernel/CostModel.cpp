//===- CostModel.cpp - Predicts the time of a kernel ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

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

double mlir::lowp_gpu::estimateCycles(const GemmKernelSpec &spec,
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
