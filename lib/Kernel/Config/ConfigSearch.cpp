//===- ConfigSearch.cpp - Ranks kernel configs by predicted time ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConfigSearch.h"
#include "StageCount.h"
#include "lowp/Kernel/Config/KernelConfig.h"
#include "lowp/Kernel/Gemm/KernelParts.h"

#include <tuple>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Whether the products of a K block are over before L2 has sent neighbours all
/// rows of a usual group of tiles: a column of them shares no other.
static bool multipliesBriefly(const GemmKernelSpec &spec) {
  constexpr int64_t kNarrow = 128;
  return !spec.isPromoted() && spec.getTileN() <= kNarrow;
}

/// Rows of tiles that share columns of the rhs in L2. In higher groups the rhs
/// is read less often, which pays where their rows of the lhs are few bytes. In
/// low ones neighbours share rows and columns alike, which pays where the rhs
/// is so narrow that it stays in L2, or where its tiles are narrow.
static int64_t chooseGroupM(const GemmKernelSpec &spec,
                            const ProblemSize &size) {
  constexpr int64_t kLow = 4, kMiddle = 8, kUsual = 16, kHigh = 32;
  constexpr int64_t kNarrow = 16, kFewRows = 5, kFewBytes = 8 << 20;
  if (size.n <= kNarrow * spec.getTileN() &&
      size.m > kFewRows * spec.getTileM())
    return kLow;
  if (multipliesBriefly(spec) && size.m > kMiddle * spec.getTileM())
    return kMiddle;
  int64_t rows = kHigh * spec.getTileM();
  bool isHigher = size.m > kUsual * spec.getTileM();
  return isHigher && rows * size.k <= kFewBytes ? kHigh : kUsual;
}

/// `choices` gives tile, split of K, the target's division and when the next
/// kernel starts, the rest follows.
ConfigAttr mlir::lowp_gpu::completeConfig(const GemmKernelSpec &spec,
                                          ConfigChoices choices,
                                          const ProblemSize &size,
                                          MLIRContext *context) {
  const KernelTarget &target = *spec.chip.target;
  GemmKernelSpec tiled = spec;
  tiled.config = choices.get(context);
  choices.groupM =
      std::max<int64_t>(1, chooseGroupM(tiled, size) / choices.cluster[0]);
  for (const ChoiceWish &wish : target.completeChoices(tiled, size)) {
    choices.target = target.writeChoices(context, wish.choices);
    ConfigAttr config = withMostStages(spec, choices, context);
    if (config && config.getStages() >= wish.stages)
      return config;
  }
  return {};
}

/// CTAs of a cluster that split K. Clusters that share operands gain nothing
/// over neighbours on the chip, and more cannot run everywhere.
static constexpr int64_t kSplits[] = {1, 2, 4, 8};

/// Whether a config that divides the work as `choices` do has been dropped.
/// When the next kernel starts does not change what registers hold.
static bool isDropped(const GemmKernelSpec &spec, const ConfigChoices &choices,
                      const TargetChoices &division) {
  return llvm::any_of(spec.dropped, [&](ConfigAttr config) {
    ConfigChoices dropped = config.getChoices();
    return dropped.tile == choices.tile && dropped.splitK == choices.splitK &&
           division.dividesAs(spec.chip.target->readChoices(dropped.target));
  });
}

SmallVector<ConfigChoices>
mlir::lowp_gpu::listDivisions(const GemmKernelSpec &spec,
                              MLIRContext *context) {
  const KernelTarget &target = *spec.chip.target;
  int64_t tileK = spec.getStageK();
  int64_t unit = GemmKernelSpec::kColumnGranularity;
  auto divisionsOfTile = llvm::map_to_vector(
      target.listDivisions(), [&](const TargetChoices &division) {
        return std::make_pair(division, target.writeChoices(context, division));
      });
  SmallVector<ConfigChoices> divisions;
  // Warpgroups share the rows of a tile or, with the rows of one atom, divide
  // its columns.
  for (int64_t mTiles = target.getMaxWarpgroups(); mTiles >= 1; --mTiles)
    for (int64_t tileN = spec.atom->getMaxColumns(); tileN >= unit;
         tileN -= unit)
      for (int64_t splitK : kSplits)
        for (const auto &[division, words] : divisionsOfTile)
          for (bool latePdl : {false, true}) {
            ConfigChoices choices;
            choices.tile = {mTiles * spec.atom->getRows(), tileN, tileK};
            choices.splitK = splitK;
            choices.latePdl = latePdl;
            choices.target = words;
            if (division.pair)
              choices.cluster = {PairRankOp::kCTAs, 1};
            if (!isDropped(spec, choices, division))
              divisions.push_back(choices);
          }
  return divisions;
}

/// Whether it pays to split K: where CTAs have promotion to share, or would
/// idle even if tiles were as narrow as products allow and nobody shared their
/// columns.
static bool gainsBySplit(const GemmKernelSpec &spec, const ProblemSize &size) {
  constexpr double kNarrow = 24;
  double narrow = std::max(kNarrow, spec.chip.part->gemms.narrowColumns);
  double columns =
      narrow * static_cast<double>(spec.chip.part->facts.multiprocessors);
  return spec.isPromoted() ||
         (size.m <= spec.getTileM() && static_cast<double>(size.n) < columns);
}

bool mlir::lowp_gpu::isWorthwhile(const GemmKernelSpec &spec,
                                  const ProblemSize &size) {
  constexpr int64_t kNarrow = 64;
  ConfigAttr config = spec.config;
  // Scales that products take leave no choice.
  bool isHigh = spec.getTileM() > spec.atom->getRows() && !spec.takesScales();
  if (isHigh && (size.m <= spec.atom->getRows() || spec.getTileN() < kNarrow))
    return false;
  // The second CTA of a pair would multiply zeros.
  if (spec.getChoices().pair && size.m <= spec.getTileM())
    return false;
  // CTAs that load the same columns of the rhs are to be neighbours, for L2
  // sends these once: they need a free chip to start on.
  if (size.m > spec.getTileM() && !config.getLatePdl())
    return false;
  if (config.getSplitK() > 1 && !gainsBySplit(spec, size))
    return false;
  // Groups of K that are short or empty would walk a block for each step that
  // hides.
  if (spec.problem.hasKGroups() && spec.getChoices().overlapStore)
    return false;
  // Only CTAs that would idle can help, and only a next tile hides a store.
  bool isOnce = countWaves(spec, size) == 1;
  return isOnce ? !spec.getChoices().overlapStore : config.getSplitK() == 1;
}

/// K of one of `groups` groups of K: those of an unknown K have as much as is
/// assumed. Where groups begin at multiples, half of what lies free to the
/// next is filled up in the mean.
static int64_t assumeKOfGroup(const GemmProblem &problem, int64_t groups,
                              int64_t assumed) {
  if (ShapedType::isDynamic(problem.k) || ShapedType::isDynamic(*problem.batch))
    return assumed;
  int64_t mean = llvm::divideCeil(problem.k, std::max<int64_t>(1, groups));
  return std::max<int64_t>(1, mean - problem.getStart() / 2);
}

ProblemSize mlir::lowp_gpu::assumeSizes(const GemmProblem &problem, int64_t m,
                                        int64_t assumed) {
  auto known = [&](int64_t size) {
    return ShapedType::isDynamic(size) ? assumed : size;
  };
  int64_t matrices = problem.batch ? known(*problem.batch) : 1;
  if (problem.hasRowGroups())
    return {m, known(problem.n), known(problem.k), /*batch=*/1, matrices};
  if (problem.hasKGroups())
    return {m, known(problem.n), assumeKOfGroup(problem, matrices, assumed),
            matrices};
  return {m, known(problem.n), known(problem.k), matrices};
}

SmallVector<ConfigCost>
mlir::lowp_gpu::rankConfigs(const GemmKernelSpec &spec, MLIRContext *context,
                            int64_t expectedM, std::optional<int64_t> assumed) {
  int64_t m = spec.problem.m;
  ProblemSize size =
      assumeSizes(spec.problem, ShapedType::isDynamic(m) ? expectedM : m,
                  assumed.value_or(expectedM));
  SmallVector<ConfigCost> ranked;
  for (const ConfigChoices &division : listDivisions(spec, context)) {
    GemmKernelSpec candidate = spec;
    candidate.config = division.get(context);
    if (!isWorthwhile(candidate, size))
      continue;
    candidate.config = completeConfig(spec, division, size, context);
    if (candidate.config)
      ranked.push_back({candidate.config, estimateCycles(candidate, size)});
  }
  // Equal costs go to the larger tile, fewer warpgroups along N, the simpler
  // store and start, so that the choice is the same on every host.
  auto read = [&](const ConfigCost &cost) {
    return spec.chip.target->readChoices(cost.config.getTarget());
  };
  llvm::sort(ranked, [&](const ConfigCost &a, const ConfigCost &b) {
    TargetChoices ofA = read(a), ofB = read(b);
    return std::make_tuple(a.cycles, b.config.getTile()[1],
                           b.config.getClusterSize(), ofA.warpgroupsN,
                           ofA.overlapStore, a.config.getLatePdl()) <
           std::make_tuple(b.cycles, a.config.getTile()[1],
                           a.config.getClusterSize(), ofB.warpgroupsN,
                           ofB.overlapStore, b.config.getLatePdl());
  });
  return ranked;
}
