//===- TensorSumTarget.cpp - Chips whose sums lie in tensor memory --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/TensorSumTarget.h"
#include "Staging.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "mlir/IR/Builders.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// The words of configs that are this family's own: stages of sums in tensor
/// memory, and whether CTAs multiply in pairs.
static constexpr StringLiteral kSumStages = "sum_stages";
static constexpr StringLiteral kPair = "pair";

SmallVector<RolePlan> TensorSumTarget::planRoles(const RoleNeeds &needs) const {
  SmallVector<RolePlan> roles;
  roles.push_back({"load", 1, /*isSingleLane=*/true, 0, {RoleTask::Load}});
  if (needs.copiesScales)
    roles.push_back({"load_scales",
                     1,
                     /*isSingleLane=*/false,
                     0,
                     {RoleTask::CopyScales}});
  roles.push_back({"mma",
                   1,
                   /*isSingleLane=*/true,
                   0,
                   {RoleTask::Multiply},
                   /*leadsPair=*/needs.multipliesPairs});
  roles.push_back({"store",
                   needs.tileWarps,
                   /*isSingleLane=*/false,
                   0,
                   {RoleTask::Store}});
  return roles;
}

int64_t TensorSumTarget::getMostRegisters(Operation *kernel) const {
  constexpr int64_t kOfPromotion = 224;
  bool promotes =
      kernel->walk([](PromoteOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  return promotes ? kOfPromotion : 0;
}

std::optional<BrokenRule>
TensorSumTarget::checkWords(DictionaryAttr words) const {
  auto isKnown = [](NamedAttribute word) {
    return word.getName() == kEpilogueStages ||
           (word.getName() == kSumStages &&
            isa<IntegerAttr>(word.getValue())) ||
           (word.getName() == kPair && isa<UnitAttr>(word.getValue()));
  };
  TargetChoices choices = readChoices(words);
  if (words && llvm::all_of(words, isKnown) && choices.sumStages > 0)
    return std::nullopt;
  return BrokenRule{"target = {sum_stages = N : i64}, stages of sums in tensor "
                    "memory, and no other words than epilogue_stages and pair",
                    words ? debugString(words) : "no words of the target's"};
}

TargetChoices TensorSumTarget::readChoices(DictionaryAttr words) const {
  TargetChoices choices;
  if (!words)
    return choices;
  readCount(words, kEpilogueStages, choices.epilogueStages);
  readCount(words, kSumStages, choices.sumStages);
  choices.pair = words.contains(kPair);
  return choices;
}

DictionaryAttr
TensorSumTarget::writeChoices(MLIRContext *context,
                              const TargetChoices &choices) const {
  Builder builder(context);
  NamedAttrList words;
  words.set(kEpilogueStages, builder.getI64IntegerAttr(choices.epilogueStages));
  words.set(kSumStages, builder.getI64IntegerAttr(choices.sumStages));
  if (choices.pair)
    words.set(kPair, builder.getUnitAttr());
  return words.getDictionary(context);
}

SmallVector<TargetChoices> TensorSumTarget::listDivisions() const {
  TargetChoices alone, pair;
  alone.sumStages = pair.sumStages = 1;
  pair.pair = true;
  return {alone, pair};
}

/// Two stages of sums, which may overlap, and of partial ones four, that
/// products go on while a tile is stored, or as many as there is room for; as
/// many subtiles at a time as leave room for four
/// stages of operands.
SmallVector<ChoiceWish>
TensorSumTarget::completeChoices(const GemmKernelSpec &spec,
                                 const lowp::GemmSize &) const {
  constexpr int64_t kOfTiles = 2, kPartial = 4;
  int64_t most = spec.promotesApart() ? kPartial : kOfTiles;
  TargetChoices choices;
  choices.pair = spec.getChoices().pair;
  choices.sumStages = most;
  while (choices.sumStages > 1 && !spec.hasSumRoom(choices.sumStages))
    --choices.sumStages;
  SmallVector<ChoiceWish> wishes;
  for (choices.epilogueStages = countStoreSubtiles(spec);
       choices.epilogueStages > 1; choices.epilogueStages /= 2)
    wishes.push_back({choices, /*stages=*/4});
  choices.epilogueStages = 1;
  wishes.push_back({choices, /*stages=*/2});
  return wishes;
}
