//===- GroupedRecipes.cpp - Recipes of grouped matmuls --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedRecipes.h"

#include "GroupedPrices.h"
#include "LinearGemms.h"
#include "RecipeReport.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static remark::RemarkOpts remarkNamed(StringRef name) {
  return remark::RemarkOpts::name(name).category("lowp-select-recipes");
}

static void keep(GroupedMatmulOp op, const std::string &reason) {
  remark::missed(op.getLoc(), remarkNamed("no-recipe"))
      << remark::add("{0}", reason);
}

static void choose(GroupedMatmulOp op, MatmulRecipeAttr recipe,
                   const std::string &text) {
  op->setDiscardableAttr(LowpDialect::getRecipeAttrName(), recipe);
  remark::passed(op.getLoc(), remarkNamed("recipe-chosen"))
      << remark::add("{0}", text);
}

/// The recipe of `op` that `recipe`, of one matmul or of a family, means; null
/// with a reason if it has none.
static MatmulRecipeAttr resolve(GroupedMatmulOp op, Attribute recipe,
                                std::string &reason) {
  auto family = dyn_cast<TrainingRecipeAttr>(recipe);
  if (!family)
    return cast<MatmulRecipeAttr>(recipe);
  LinearGemm gemm;
  gemm.role = getRole(op);
  if (gemm.isUnknownTo(family)) {
    reason = "a family has several recipes, and nothing tells which of them is "
             "for a grouped matmul; the attribute 'lowp.role' does";
    return {};
  }
  return gemm.choose(family, reason);
}

/// Why `op` does not get a recipe; empty if it may.
static std::string findReason(GroupedMatmulOp op, bool isAllowed) {
  if (!isAllowed)
    return "kept by name";
  if (*getGrouping(op.getLhs().getType(), op.getRhs().getType()) == Grouping::K)
    return "groups of K, at whose borders blocks would begin anew";
  return "";
}

static void force(GroupedMatmulOp op, Attribute recipe) {
  std::string reason;
  if (MatmulRecipeAttr own = resolve(op, recipe, reason))
    choose(op, own, describeRecipe(own));
  else
    keep(op, reason);
}

/// Takes the preset with which `op` is fastest, if that pays.
static void compare(GroupedMatmulOp op, const GroupedChoice &choice) {
  GroupedPrices prices(op, choice.assumedSize, *choice.prices);
  std::optional<double> dense = prices.getDense();
  if (!dense)
    return keep(op, "there is no kernel to compare recipes with");
  MatmulRecipeAttr best;
  double least = *dense / choice.leastSpeedup;
  for (Attribute named : choice.presets) {
    std::string reason;
    MatmulRecipeAttr preset = resolve(op, named, reason);
    if (!preset || isStochastic(preset) ||
        estimateError(preset) > choice.maxError)
      continue;
    std::optional<double> time = prices.getScaled(preset, reason);
    if (time && *time < least) {
      best = preset;
      least = *time;
    }
  }
  if (!best)
    return keep(op, llvm::formatv("no recipe makes it {0} times as fast",
                                  choice.leastSpeedup));
  choose(op, best,
         llvm::formatv("{0}: {1:F1} us with its quantizes, {2:F1} us without",
                       describeRecipe(best), least, *dense));
}

/// Resolves the family that `op` asks for itself.
static LogicalResult takeOwn(GroupedMatmulOp op, Attribute own) {
  if (!isa<TrainingRecipeAttr>(own))
    return success();
  std::string reason;
  MatmulRecipeAttr recipe = resolve(op, own, reason);
  if (!recipe && !getRole(op))
    return op.emitOpError("cannot take its recipe: ") << reason;
  op->removeDiscardableAttr(LowpDialect::getRecipeAttrName());
  if (recipe)
    choose(op, recipe, describeRecipe(recipe));
  else
    keep(op, reason);
  return success();
}

LogicalResult
mlir::lowp_gpu::chooseOnGroups(ModuleOp module, const GroupedChoice &choice,
                               function_ref<bool(Operation *)> isAllowed) {
  WalkResult result = module.walk([&](GroupedMatmulOp op) {
    if (isInExternalFunction(op))
      return WalkResult::advance();
    if (Attribute own = op->getAttr(LowpDialect::getRecipeAttrName()))
      return failed(takeOwn(op, own)) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    if (!choice.forced && !choice.prices)
      return WalkResult::advance();
    std::string reason = findReason(op, isAllowed(op));
    if (!reason.empty())
      keep(op, reason);
    else if (choice.forced)
      force(op, choice.forced);
    else
      compare(op, choice);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
