//===- RegisterSumRules.cpp - What of a config registers can hold ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/KernelParts.h"
#include "lowp/Kernel/Targets/Common/RegisterSumTarget.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Warpgroups that divide columns have the same rows.
static std::optional<BrokenRule> checkWarpgroupsN(const GemmKernelSpec &spec) {
  int64_t groups = spec.getChoices().warpgroupsN;
  if (groups == 1)
    return std::nullopt;
  if (!spec.isPromoted() || spec.getMTiles() > 1 || spec.getNumNSubtiles() > 1)
    return BrokenRule{
        "warpgroups along N for sums that are promoted, in tiles of " +
            std::to_string(spec.atom->getRows()) +
            " rows that are computed in one N subtile",
        std::to_string(groups) + " warpgroups along N"};
  int64_t most = spec.chip.target->getMaxWarpgroups();
  if (groups > most)
    return BrokenRule{"at most " + std::to_string(most) + " warpgroups along N",
                      std::to_string(groups)};
  int64_t unit =
      groups * GemmKernelSpec::kColumnGranularity * spec.config.getSplitK();
  if (spec.getTileN() % unit == 0)
    return std::nullopt;
  return BrokenRule{"tile columns that are a multiple of " +
                        std::to_string(unit) + " for " +
                        std::to_string(groups) + " warpgroups along N",
                    std::to_string(spec.getTileN())};
}

/// Whether the epilogue reads more than numbers of rows or columns.
static bool readsMatrices(const GemmKernelSpec &spec) {
  return llvm::any_of(spec.epilogue.inputs,
                      [](MemRefType type) { return type.getRank() > 1; });
}

/// Bits of a column that elements of several results may have, which wait for
/// each other in registers: as many as beside sums where stores overlap, fewer
/// where threads need registers for places of matrices that the epilogue reads,
/// or of rows that they store.
static int64_t getWaitingBits(const GemmKernelSpec &spec) {
  constexpr int64_t kAll = 48, kBesideInputs = 40, kBesideRows = 28;
  if (spec.storesRows() || spec.problem.grouping)
    return kBesideRows;
  return readsMatrices(spec) ? kBesideInputs : kAll;
}

static std::optional<BrokenRule> checkOutputs(const GemmKernelSpec &spec) {
  if (spec.countOutputs() == 1)
    return std::nullopt;
  int64_t most = spec.atom->getMaxColumns() * getWaitingBits(spec) /
                 spec.problem.countOutputBits();
  if (spec.getTileN() <= most)
    return std::nullopt;
  return BrokenRule{
      "at most " + std::to_string(most) + " columns of which the elements of " +
          std::to_string(spec.countOutputs()) + " results can wait",
      std::to_string(spec.getTileN())};
}

/// The elements of a finished tile wait in registers beside the next one's
/// sums, and for a product per step of their store.
static std::optional<BrokenRule>
checkOverlappedStore(const GemmKernelSpec &spec) {
  if (!spec.getChoices().overlapStore)
    return std::nullopt;
  const GemmProblem &problem = spec.problem;
  if (spec.atom->readsByLanes())
    return BrokenRule{"overlap_store only where products run while their warps "
                      "store",
                      "products that warps multiply"};
  if (spec.isPromoted() || spec.config.getSplitK() > 1)
    return BrokenRule{"overlap_store only where one CTA sums up K in place",
                      spec.isPromoted() ? "promoted sums" : "a split K"};
  if (problem.countsRows())
    return BrokenRule{"overlap_store only without groups of rows", "groups"};
  // Threads that store rows need registers for their places.
  if (spec.storesRows())
    return BrokenRule{
        "overlap_store only where TMA stores the result",
        "rows that begin elsewhere than at multiples of 16 bytes"};
  constexpr int64_t kSumBits = 32, kWaitingBits = 16;
  int64_t bits = kSumBits + problem.countOutputBits();
  int64_t most = spec.atom->getMaxColumns() * (kSumBits + kWaitingBits) / bits;
  if (spec.getTileN() > most)
    return BrokenRule{"at most " + std::to_string(most) +
                          " columns beside which their results can wait",
                      std::to_string(spec.getTileN())};
  // A group of K has as many blocks as the store has steps: it is walked so
  // far.
  if (problem.hasKGroups())
    return std::nullopt;
  int64_t steps = llvm::divideCeil(countStoreSubtiles(spec),
                                   spec.getChoices().epilogueStages);
  bool enough = !ShapedType::isDynamic(problem.k) &&
                llvm::divideCeil(problem.k, spec.getTileK()) >=
                    static_cast<uint64_t>(steps);
  if (enough)
    return std::nullopt;
  return BrokenRule{"a static K of at least " + std::to_string(steps) +
                        " blocks to hide the steps of a store",
                    ShapedType::isDynamic(problem.k)
                        ? "a dynamic K"
                        : "K = " + std::to_string(problem.k)};
}

/// Columns of a tile that leave registers to the places of a matrix and to
/// elements of another input where rows of tiles vary: fewer than all beside
/// waiting elements, and of promoted sums one N subtile.
static int64_t getMostColumnsBesideInputs(const GemmKernelSpec &spec) {
  if (spec.isPromoted())
    return spec.chip.target->getMaxPromotedColumns(
               spec.getPromotionsPerStage() > 1) *
           spec.getChoices().warpgroupsN;
  bool waits = spec.getChoices().overlapStore;
  return spec.atom->getMaxColumns() -
         (waits ? GemmKernelSpec::kColumnGranularity : 0);
}

static std::optional<BrokenRule> checkInputs(const GemmKernelSpec &spec) {
  if (spec.epilogue.inputs.size() < 2 || !readsMatrices(spec) ||
      !spec.hasDynamicTileM())
    return std::nullopt;
  int64_t most = getMostColumnsBesideInputs(spec);
  if (spec.getTileN() <= most)
    return std::nullopt;
  return BrokenRule{"at most " + std::to_string(most) +
                        " columns for an epilogue of a matrix and another "
                        "input, where rows of tiles vary",
                    std::to_string(spec.getTileN())};
}

std::optional<BrokenRule>
RegisterSumTarget::checkConfig(const GemmKernelSpec &spec) const {
  for (auto *check :
       {checkWarpgroupsN, checkOutputs, checkOverlappedStore, checkInputs})
    if (auto broken = check(spec))
      return broken;
  return std::nullopt;
}
