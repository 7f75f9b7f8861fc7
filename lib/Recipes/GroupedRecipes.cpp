//===- GroupedRecipes.cpp - Recipes of grouped matmuls --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedRecipes.h"

#include "GroupedPrices.h"
#include "LinearGemms.h"
#include "NamePatterns.h"
#include "RecipeReport.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// The recipe of `op` that `recipe`, of one matmul or of a family, means; null
/// with a reason if it has none.
static MatmulRecipeAttr resolve(GroupedMatmulOp op, Attribute recipe,
                                Reason reason) {
  auto family = dyn_cast<TrainingRecipeAttr>(recipe);
  if (!family)
    return cast<MatmulRecipeAttr>(recipe);
  LinearGemm gemm;
  gemm.role = getRole(op);
  if (gemm.isUnknownTo(family))
    return reason.refuse(
        "a family has several recipes, and nothing tells which of them is "
        "for a grouped matmul; the attribute 'lowp.role' does",
        MatmulRecipeAttr());
  return gemm.choose(family, reason);
}

/// Why `op` cannot have `recipe`; empty if it can.
static std::string objectTo(GroupedMatmulOp op, MatmulRecipeAttr recipe) {
  return hasGroupsOfK(op) ? objectToGroupsOfK(recipe) : "";
}

namespace {

/// Decides for one matmul, and tells of it.
class GroupedDecision {
public:
  GroupedDecision(GroupedMatmulOp op, const GroupedChoice &choice,
                  std::vector<ExplainedMatmul> &explained)
      : op(op), choice(choice), all(explained), row(op.getLoc()) {
    if (!choice.prices)
      return;
    prices.emplace(op, choice.assumedSize, *choice.prices);
    dense = prices->getDense();
  }

  /// Takes the recipe that `recipe`, of all or of the matmul, means.
  void take(Attribute recipe, StringRef reason);
  /// Takes the preset with which the matmul is fastest, if that pays.
  void compare();
  void keep(StringRef reason);

private:
  void choose(MatmulRecipeAttr recipe, StringRef reason);
  void explain(MatmulRecipeAttr recipe, StringRef reason);
  double tryPreset(MatmulRecipeAttr preset);

  GroupedMatmulOp op;
  const GroupedChoice &choice;
  std::vector<ExplainedMatmul> &all;
  ExplainedMatmul row;
  std::optional<GroupedPrices> prices;
  std::optional<double> dense;
};

} // namespace

/// Adds the row of a table for the choice of `recipe`, null for none.
void GroupedDecision::explain(MatmulRecipeAttr recipe, StringRef reason) {
  SmallVector<std::string> names = getNames(op);
  row.name = names.empty() ? "-" : names.front();
  row.size = prices->getSize();
  row.isAssumed = prices->isAssumed();
  row.dense = dense.value_or(0);
  row.gemm = row.dense;
  row.reason = reason.str();
  row.bytes = prices->countBytes(recipe);
  row.denseBytes = prices->countBytes(MatmulRecipeAttr());
  if (recipe) {
    std::string missing;
    row.recipe = describeRecipe(recipe);
    row.gemm = prices->getScaled(recipe, missing).value_or(0);
    row.quantizes = prices->getQuantizes(recipe);
  }
  all.push_back(row);
}

void GroupedDecision::keep(StringRef reason) {
  op->removeDiscardableAttr(LowpDialect::getRecipeAttrName());
  if (prices)
    explain(MatmulRecipeAttr(), reason);
  remark::missed(op.getLoc(), remarkNamed("no-recipe"))
      << remark::add("{0}", prices ? row.describe() : reason.str());
}

void GroupedDecision::choose(MatmulRecipeAttr recipe, StringRef reason) {
  op->setDiscardableAttr(LowpDialect::getRecipeAttrName(), recipe);
  if (prices)
    explain(recipe, reason);
  remark::passed(op.getLoc(), remarkNamed("recipe-chosen")) << remark::add(
      "{0}",
      prices ? row.describe() : describeRecipe(recipe) + ": " + reason.str());
}

void GroupedDecision::take(Attribute recipe, StringRef reason) {
  std::string missing;
  MatmulRecipeAttr own = resolve(op, recipe, missing);
  if (own)
    missing = objectTo(op, own);
  if (missing.empty())
    choose(own, reason);
  else
    keep(missing);
}

/// Microseconds with `preset`, quantizes included; infinity where it cannot be.
double GroupedDecision::tryPreset(MatmulRecipeAttr preset) {
  std::string reason;
  double error = estimateError(preset);
  std::optional<double> time;
  if (error > choice.maxError)
    reason = explainError(error, choice.maxError);
  else
    time = prices->getScaled(preset, reason);
  if (time)
    *time += prices->getQuantizes(preset);
  row.others.push_back({describeRecipe(preset), time, reason});
  return time.value_or(std::numeric_limits<double>::infinity());
}

void GroupedDecision::compare() {
  if (!dense)
    return keep("there is no kernel to compare recipes with");
  MatmulRecipeAttr best;
  double least = *dense / choice.leastSpeedup;
  for (Attribute named : choice.presets) {
    std::string reason;
    MatmulRecipeAttr preset = resolve(op, named, reason);
    if (!preset || isStochastic(preset) || !objectTo(op, preset).empty())
      continue;
    double time = tryPreset(preset);
    if (time >= least)
      continue;
    best = preset;
    least = time;
  }
  if (!best)
    return keep(llvm::formatv("no recipe makes it {0} times as fast",
                              choice.leastSpeedup)
                    .str());
  std::string chosen = describeRecipe(best);
  llvm::erase_if(row.others, [&](const ExplainedRecipe &other) {
    return other.recipe == chosen;
  });
  choose(best, "");
}

/// Decides for `op`, which asks for `own` itself.
static LogicalResult takeOwn(GroupedMatmulOp op, Attribute own,
                             GroupedDecision &decision) {
  std::string reason;
  MatmulRecipeAttr recipe = resolve(op, own, reason);
  // A family has recipes for others, too.
  bool isOnlyOne = !getRole(op) || recipe == own;
  if (recipe)
    reason = objectTo(op, recipe);
  if (!reason.empty() && isOnlyOne)
    return op.emitOpError("cannot take its recipe: ") << reason;
  decision.take(own, "its own recipe");
  return success();
}

/// Decides for `op`, which asks for nothing itself.
static void decide(GroupedMatmulOp op, const GroupedChoice &choice,
                   bool isAllowed, GroupedDecision &decision) {
  if (!isAllowed)
    decision.keep("kept by name");
  else if (choice.forced)
    decision.take(choice.forced, "the recipe of all");
  else if (choice.compares)
    decision.compare();
  else
    decision.keep("");
}

LogicalResult
mlir::lowp_gpu::chooseOnGroups(ModuleOp module, const GroupedChoice &choice,
                               function_ref<bool(Operation *)> isAllowed,
                               std::vector<ExplainedMatmul> &explained) {
  WalkResult result = module.walk([&](GroupedMatmulOp op) {
    Attribute own = op->getAttr(LowpDialect::getRecipeAttrName());
    bool isAsked = choice.forced || choice.prices || own;
    if (isInExternalFunction(op) || !isAsked)
      return WalkResult::advance();
    GroupedDecision decision(op, choice, explained);
    if (!own)
      decide(op, choice, isAllowed(op), decision);
    else if (failed(takeOwn(op, own, decision)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
