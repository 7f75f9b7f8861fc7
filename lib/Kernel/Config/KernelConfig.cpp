//===- KernelConfig.cpp - Checks a kernel config --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Config/KernelConfig.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Kernel/Gemm/GroupStarts.h"
#include "lowp/Kernel/Gemm/KernelParts.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static int64_t getPipelineBytes(int64_t stages, StageType stage) {
  if (!stage)
    return 0;
  auto pipeline = PipelineType::get(stage.getContext(), stages, stage);
  return stages * getStageLayout(stage).bytes + getBarrierBytes(pipeline);
}

/// Tables of groups: one, and one for scales that lie elsewhere than data.
static int64_t getTableBytes(const GemmKernelSpec &spec) {
  if (!spec.problem.grouping)
    return 0;
  int64_t tables = hasOwnPlaces(spec.problem.lhs.type) ? 2 : 1;
  return tables * GroupTableOp::getBytes(spec.getMostGroups());
}

int64_t mlir::lowp_gpu::estimateSharedBytes(const GemmKernelSpec &spec) {
  MLIRContext *context = spec.problem.outputTypes.front().getContext();
  int64_t warpgroups = spec.getWarpgroups();
  ExchangeType exchange = getExchangeType(context, spec);
  return getPipelineBytes(spec.config.getStages(),
                          getOperandStage(context, spec)) +
         getPipelineBytes(kScaleStages, getScaleStage(context, spec)) +
         getPipelineBytes(countFactorStages(spec),
                          getFactorStage(context, spec)) +
         getPipelineBytes(spec.countSumRing(), getSumStage(context, spec)) +
         (spec.hasTensorSums() ? kTensorAddressBytes : 0) +
         warpgroups * countStagedBytes(spec) +
         (exchange ? getExchangeBytes(exchange, warpgroups) : 0) +
         getTableBytes(spec);
}

static std::string join(ArrayRef<int64_t> values) {
  std::string text = "[";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(values, stream);
  return text + "]";
}

/// Columns of sums that are read from tensor memory at a time, where a tile has
/// more than one read.
static constexpr int64_t kLeastRead = 32;

/// Columns of a tile come in whole N subtiles.
static std::string describeColumns(const GemmKernelSpec &spec) {
  std::string text = "tile columns that are a multiple of 16, " +
                     std::to_string(spec.atom->getMaxColumns()) + " at most ";
  if (!spec.hasTensorSums())
    return text + "(of 32 when sums are promoted in two N subtiles)";
  return text + "(of " + std::to_string(kLeastRead) + " beyond " +
         std::to_string(spec.atom->getReadColumns()) +
         ", which are read from tensor memory at a time)";
}

static std::optional<BrokenRule> checkTile(const GemmKernelSpec &spec) {
  const MmaAtom &atom = *spec.atom;
  int64_t mostTiles = spec.chip.target->getMaxWarpgroups();
  if (spec.getTileM() % atom.getRows() || spec.getMTiles() > mostTiles)
    return BrokenRule{
        (mostTiles == 1 ? "tile rows of " : "tile rows of one or two times ") +
            std::to_string(atom.getRows()),
        std::to_string(spec.getTileM())};
  if (spec.getTileK() != spec.getStageK())
    return BrokenRule{"a tile K of " + std::to_string(spec.getStageK()) +
                          ", one swizzled row of " +
                          std::to_string(atom.getRowBytes()) + " bytes",
                      std::to_string(spec.getTileK())};
  int64_t nSubtile = spec.getNSubtileColumns();
  if (spec.getTileN() % nSubtile || spec.getTileN() > atom.getMaxColumns() ||
      nSubtile % GemmKernelSpec::kColumnGranularity ||
      (spec.hasTensorSums() && spec.getTileN() % kLeastRead &&
       spec.getTileN() > spec.atom->getReadColumns()))
    return BrokenRule{describeColumns(spec), std::to_string(spec.getTileN())};
  return std::nullopt;
}

/// Lanes that read operands hold parts of them beside partial sums and sums,
/// which leaves registers to one N subtile of these.
static std::optional<BrokenRule> checkNSubtiles(const GemmKernelSpec &spec) {
  if (!spec.atom->readsByLanes() || spec.getNumNSubtiles() == 1)
    return std::nullopt;
  int64_t most =
      spec.chip.target->getMaxPromotedColumns(spec.getPromotionsPerStage() > 1);
  return BrokenRule{"at most " + std::to_string(most) +
                        " columns of a warpgroup for sums that are promoted "
                        "beside operands in registers",
                    std::to_string(spec.getTileN())};
}

/// Scales that products take come in whole atoms of rows, and columns begin
/// where the instruction can begin in one.
static std::optional<BrokenRule> checkScaleAtoms(const GemmKernelSpec &spec) {
  if (!spec.takesScales())
    return std::nullopt;
  int64_t rows = spec.atom->getScaleRows();
  int64_t unit = spec.atom->getScaleRowUnit();
  if (spec.getTileM() == rows && spec.getTileN() % unit == 0 &&
      (unit < rows || spec.getTileN() == rows))
    return std::nullopt;
  std::string columns = unit < rows
                            ? "a multiple of " + std::to_string(unit) +
                                  " columns, at which atoms of scales are cut"
                            : "as many columns, whose scales are an atom";
  return BrokenRule{"tiles of " + std::to_string(rows) + " rows and " + columns,
                    join({spec.getTileM(), spec.getTileN()})};
}

/// Operands whose rows are neighbours come in whole panels, to one CTA each or
/// by halves to a pair; so do batches, whose matrices a cluster might stand
/// between, but those of pairs are as high as these.
static std::optional<BrokenRule> checkPanels(const GemmKernelSpec &spec) {
  const GemmOperand &lhs = spec.problem.lhs, &rhs = spec.problem.rhs;
  if (rhs.isMNMajor() && spec.getRhsRows() % spec.getPanelRows(rhs))
    return BrokenRule{"tile columns that are a multiple of " +
                          std::to_string(spec.getPanelRows(rhs) *
                                         spec.getTileN() / spec.getRhsRows()) +
                          " of an MN-major rhs",
                      std::to_string(spec.getTileN())};
  if (spec.getChoices().pair)
    return std::nullopt;
  if ((lhs.isMNMajor() || rhs.isMNMajor() || spec.problem.batch) &&
      llvm::product_of(spec.config.getCluster()) > 1)
    return BrokenRule{"a cluster of one CTA for a batch or MN-major operands",
                      join(spec.config.getCluster())};
  return std::nullopt;
}

/// Scales per K block: a tile must not cross many blocks of scales.
static std::optional<BrokenRule> checkScaleBlocks(const GemmKernelSpec &spec) {
  if (spec.problem.rhs.granularity != ScaleGranularity::Block2D)
    return std::nullopt;
  // More scales per N subtile than this cost more than another tile.
  constexpr int64_t kMaxGroups = 4;
  if (spec.getGroupColumns() / spec.getScaleGroupColumns() > kMaxGroups)
    return BrokenRule{"at most " + std::to_string(kMaxGroups) +
                          " scales of columns per N subtile and K block",
                      std::to_string(spec.getTileN()) + " columns"};
  return std::nullopt;
}

static std::optional<BrokenRule> checkCluster(const GemmKernelSpec &spec) {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  bool shared = spec.getTileM() / cluster[1] % 8 == 0 &&
                spec.getTileN() / spec.getRhsShares() % 8 == 0;
  if (std::min(cluster[0], cluster[1]) == 1 && shared &&
      spec.config.getClusterSize() <= spec.chip.facts->maxCluster)
    return std::nullopt;
  return BrokenRule{"a cluster along M or N, of " +
                        std::to_string(spec.chip.facts->maxCluster) +
                        " CTAs at most, that divides the shared tile",
                    join(cluster) + " and " +
                        std::to_string(spec.config.getSplitK()) +
                        " that split K"};
}

/// CTAs of a pair are neighbours along M, each of which has half of the columns
/// that products multiply. Their leader clears no scales of the other's.
static std::optional<BrokenRule> checkPair(const GemmKernelSpec &spec) {
  if (!spec.getChoices().pair)
    return std::nullopt;
  if (!spec.atom->multipliesPairs())
    return BrokenRule{"CTAs that multiply alone, as the chip's instruction for "
                      "these elements does",
                      "pairs of them"};
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  if (cluster[0] % PairRankOp::kCTAs || cluster[1] != 1 ||
      spec.config.getSplitK() != 1)
    return BrokenRule{
        "a cluster of pairs of CTAs, an even number of them along "
        "M, one along N and none that split K",
        join(cluster) + " and " + std::to_string(spec.config.getSplitK()) +
            " that split K"};
  if (spec.problem.grouping)
    return BrokenRule{"CTAs that multiply alone where rows or K have groups",
                      "pairs of them"};
  if (hasOpenAtoms(spec))
    return BrokenRule{"CTAs that multiply alone where K ends within four "
                      "scales, or is unknown",
                      "pairs of them"};
  if (spec.problem.batch && spec.takesScales() &&
      ShapedType::isDynamic(spec.problem.m))
    return BrokenRule{"CTAs that multiply alone where a batch of matrices with "
                      "scales has any M",
                      "pairs of them"};
  int64_t unit = PairRankOp::kCTAs * spec.atom->getColumnGranularity();
  if (spec.getTileN() % unit == 0)
    return std::nullopt;
  return BrokenRule{"tile columns that are a multiple of " +
                        std::to_string(unit) +
                        ", half of them for each CTA "
                        "of a pair",
                    std::to_string(spec.getTileN())};
}

/// CTAs that split K each take some of its blocks and store some columns.
static std::optional<BrokenRule> checkSplitK(const GemmKernelSpec &spec) {
  int64_t parts = spec.config.getSplitK();
  if (parts == 1)
    return std::nullopt;
  if (spec.chip.batchInvariant)
    return BrokenRule{
        "split_k = 1, with which every config adds up in the same "
        "order, under batch-invariant",
        "split_k = " + std::to_string(parts)};
  if (spec.problem.grouping)
    return BrokenRule{"CTAs that split K only without groups, whose tiles are "
                      "many",
                      "split_k = " + std::to_string(parts)};
  if (llvm::product_of(spec.config.getCluster()) > 1 ||
      spec.getNumNSubtiles() > 1)
    return BrokenRule{"CTAs that split K to share no operands and to compute "
                      "their tile in one N subtile",
                      join(spec.config.getCluster()) + " and " +
                          std::to_string(spec.getNumNSubtiles()) +
                          " N subtiles"};
  bool enough = !ShapedType::isDynamic(spec.problem.k) &&
                llvm::divideCeil(spec.problem.k, spec.getTileK()) >=
                    static_cast<uint64_t>(parts);
  if (!enough)
    return BrokenRule{"a static K of at least " + std::to_string(parts) +
                          " blocks to split among " + std::to_string(parts) +
                          " CTAs",
                      ShapedType::isDynamic(spec.problem.k)
                          ? "a dynamic K"
                          : "K = " + std::to_string(spec.problem.k)};
  if (spec.getTileN() % (parts * GemmKernelSpec::kColumnGranularity) == 0)
    return std::nullopt;
  return BrokenRule{"tile columns that are a multiple of 16 for each of " +
                        std::to_string(parts) + " CTAs that split K",
                    std::to_string(spec.getTileN())};
}

static std::optional<BrokenRule> checkConfig(const GemmKernelSpec &spec) {
  if (auto broken = spec.chip.target->checkWords(spec.config.getTarget()))
    return broken;
  for (auto *check : {checkTile, checkNSubtiles, checkScaleAtoms, checkPanels,
                      checkScaleBlocks, checkPair, checkCluster, checkSplitK})
    if (auto broken = check(spec))
      return broken;
  if (auto broken = spec.chip.target->checkConfig(spec))
    return broken;
  if (spec.config.getStages() < 2)
    return BrokenRule{"at least 2 stages", "1"};
  int64_t bytes = estimateSharedBytes(spec);
  if (bytes > spec.chip.facts->sharedBytes)
    return BrokenRule{"at most " +
                          std::to_string(spec.chip.facts->sharedBytes) +
                          " bytes of shared memory",
                      std::to_string(bytes)};
  return std::nullopt;
}

LogicalResult mlir::lowp_gpu::verifyConfig(Operation *op,
                                           const GemmKernelSpec &spec,
                                           StringRef origin) {
  std::optional<BrokenRule> broken = checkConfig(spec);
  if (!broken)
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError("expected ")
                                  << broken->expected << " for a gemm on "
                                  << spec.chip.facts->name << ", got "
                                  << broken->got << " in " << spec.config;
  if (!origin.empty())
    diagnostic << " of " << origin;
  return diagnostic;
}

bool mlir::lowp_gpu::isLegalConfig(const GemmKernelSpec &spec) {
  return !checkConfig(spec);
}
