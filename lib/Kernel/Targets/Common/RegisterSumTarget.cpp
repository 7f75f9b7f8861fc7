//===- RegisterSumTarget.cpp - Chips whose sums lie in registers ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/RegisterSumTarget.h"
#include "Staging.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "mlir/IR/Builders.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

SmallVector<RolePlan>
RegisterSumTarget::planRoles(const RoleNeeds &needs) const {
  // One warpgroup that multiplies and one that loads leave 255 registers a
  // thread: nothing to reallocate. Otherwise 128 * 40 + 256 * 232 registers
  // fill the multiprocessor.
  bool divides = needs.tileWarps > kWarpsPerWarpgroup;
  int64_t few = divides ? 40 : 0, many = divides ? 232 : 0;
  SmallVector<RolePlan> roles;
  roles.push_back({"load", 1, /*isSingleLane=*/true, few, {RoleTask::Load}});
  if (needs.copiesScales)
    roles.push_back({"load_scales",
                     1,
                     /*isSingleLane=*/false,
                     few,
                     {RoleTask::CopyScales}});
  roles.push_back({"mma",
                   needs.tileWarps,
                   /*isSingleLane=*/false,
                   many,
                   {RoleTask::Multiply, RoleTask::Store}});
  return roles;
}

//===----------------------------------------------------------------------===//
// Words of configs
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kUnroll = "unroll";
static constexpr StringLiteral kWarpgroups = "warpgroups";
static constexpr StringLiteral kOverlapStore = "overlap_store";

std::optional<BrokenRule>
RegisterSumTarget::checkWords(DictionaryAttr words) const {
  auto isKnown = [](NamedAttribute word) {
    return llvm::is_contained(
        {kUnroll, kEpilogueStages, kWarpgroups, kOverlapStore},
        word.getName().getValue());
  };
  if (!words || llvm::all_of(words, isKnown))
    return std::nullopt;
  return BrokenRule{"no other words of the target's than unroll, "
                    "epilogue_stages, warpgroups and overlap_store",
                    debugString(words)};
}

TargetChoices RegisterSumTarget::readChoices(DictionaryAttr words) const {
  TargetChoices choices;
  if (!words)
    return choices;
  readCount(words, kUnroll, choices.unroll);
  readCount(words, kEpilogueStages, choices.epilogueStages);
  readCount(words, kWarpgroups, choices.warpgroupsN);
  choices.overlapStore = words.contains(kOverlapStore);
  return choices;
}

DictionaryAttr
RegisterSumTarget::writeChoices(MLIRContext *context,
                                const TargetChoices &choices) const {
  Builder builder(context);
  NamedAttrList words;
  words.set(kUnroll, builder.getI64IntegerAttr(choices.unroll));
  words.set(kEpilogueStages, builder.getI64IntegerAttr(choices.epilogueStages));
  if (choices.warpgroupsN != 1)
    words.set(kWarpgroups, builder.getI64IntegerAttr(choices.warpgroupsN));
  if (choices.overlapStore)
    words.set(kOverlapStore, builder.getUnitAttr());
  return words.getDictionary(context);
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

SmallVector<TargetChoices> RegisterSumTarget::listDivisions() const {
  SmallVector<TargetChoices> divisions;
  for (int64_t groups = 1; groups <= getMaxWarpgroups(); ++groups)
    for (bool overlapStore : {false, true}) {
      TargetChoices choices;
      choices.warpgroupsN = groups;
      choices.overlapStore = overlapStore;
      divisions.push_back(choices);
    }
  return divisions;
}

/// Whether a loop twice as long is worth the time of the assembler, which it
/// takes four times as long: by one per cent, where a tile has two N subtiles
/// and the number of blocks is known, in kernels that run for half a
/// millisecond.
static bool wantsLongLoop(const GemmKernelSpec &spec, const GemmSize &size) {
  constexpr double kProducts = 4e11;
  return spec.problem.rhs.granularity == ScaleGranularity::Block2D &&
         spec.getNumNSubtiles() > 1 && !ShapedType::isDynamic(spec.problem.k) &&
         static_cast<double>(size.m) * static_cast<double>(size.n) *
                 static_cast<double>(size.k) >=
             kProducts;
}

/// K blocks per iteration: promotion needs room to overlap with the next
/// block's wait, sums in place do not. Where lanes read operands, more blocks
/// need more registers.
static int64_t getUnroll(const GemmKernelSpec &spec, const GemmSize &size) {
  if (!spec.isPromoted() || spec.atom->readsByLanes())
    return 1;
  int64_t promotions = wantsLongLoop(spec, size) ? 8 : 4;
  return promotions / spec.getPromotionsPerStage();
}

/// Steps of a store that overlaps the next tile's products. The shorter they
/// are, the less a product waits for them; each needs a product to hide behind,
/// and code of its own.
static int64_t countHiddenSteps(const GemmKernelSpec &spec,
                                const GemmSize &size) {
  constexpr int64_t kMost = 16;
  if (ShapedType::isDynamic(spec.problem.k))
    return kMost;
  int64_t k = spec.problem.hasKGroups() ? size.k : spec.problem.k;
  int64_t blocks = llvm::divideCeil(k, spec.getTileK());
  return std::clamp<int64_t>(blocks, 1, kMost);
}

/// Divides shared memory between pipeline and store staging: four stages hide
/// the latency of loads; beyond that larger epilogue steps are worth more.
SmallVector<ChoiceWish>
RegisterSumTarget::completeChoices(const GemmKernelSpec &spec,
                                   const GemmSize &size) const {
  TargetChoices choices = spec.getChoices();
  choices.unroll = getUnroll(spec, size);
  SmallVector<ChoiceWish> wishes;
  auto wish = [&](int64_t epilogueStages, int64_t stages) {
    choices.epilogueStages = epilogueStages;
    wishes.push_back({choices, stages});
  };
  int64_t all = std::max<int64_t>(1, countStoreSubtiles(spec));
  int64_t half = std::max<int64_t>(1, all / 2);
  int64_t quarter = std::max<int64_t>(1, all / 4);
  if (choices.overlapStore) {
    wish(llvm::divideCeil(all, countHiddenSteps(spec, size)), 2);
    return wishes;
  }
  // Half of many narrow boxes are as good, and leave room for a fifth stage.
  constexpr int64_t kMany = 8;
  if (all >= kMany) {
    wish(all, 5);
    wish(half, 5);
  }
  wish(all, 4);
  wish(half, 4);
  wish(all, 3);
  wish(quarter, 4);
  wish(half, 3);
  wish(1, 3);
  // Two stages do, but not where the room for a third went to an exchange.
  if (spec.config.getSplitK() == 1)
    wish(1, 2);
  return wishes;
}

/// Other shares of pipeline and store in shared memory, and other lengths of
/// the main loop, which only promoted products look at.
SmallVector<ChoiceVariant>
RegisterSumTarget::listVariants(const GemmKernelSpec &spec) const {
  SmallVector<ChoiceVariant> variants;
  TargetChoices choices = spec.getChoices();
  for (int64_t stages = 1; stages <= countStoreSubtiles(spec); stages *= 2) {
    choices.epilogueStages = stages;
    variants.push_back({choices, /*leavesOtherRoom=*/true});
  }
  choices = spec.getChoices();
  if (!spec.isPromoted())
    return variants;
  for (int64_t unroll : {1, 2, 4, 8}) {
    choices.unroll = unroll;
    variants.push_back({choices, /*leavesOtherRoom=*/false});
  }
  return variants;
}
