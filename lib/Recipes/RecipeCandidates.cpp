//===- RecipeCandidates.cpp - Which recipes a matmul may have -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipeCandidates.h"

#include "RecipeRules.h"

#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"
#include "lowp/Graph/Contractions/GivenOperand.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

Attribute mlir::lowp_gpu::getRecipe(Operation *op) {
  return op ? op->getDiscardableAttr(LowpDialect::getRecipeAttrName())
            : Attribute();
}

Attribute mlir::lowp_gpu::getFamily(const LinearGemm &gemm) {
  return dyn_cast_if_present<TrainingRecipeAttr>(getRecipe(gemm.forward));
}

void RecipeCandidates::force(RecipeMatmul &matmul) {
  MatmulRecipeAttr own = resolve(forced, matmul, matmul.reason);
  if (own)
    matmul.reason = excludeVector(matmul);
  if (own && matmul.reason.empty() && target)
    matmul.reason = excludeByKernels(matmul, own, *target, mayEmulate,
                                     /*isGiven=*/false);
  if (own && matmul.reason.empty())
    add(matmul, own, /*isForced=*/true);
}

/// The recipe that `recipe`, of one matmul or of a family, means for `matmul`;
/// null with a reason if it has none.
MatmulRecipeAttr RecipeCandidates::resolve(Attribute recipe,
                                           const RecipeMatmul &matmul,
                                           Reason reason) const {
  auto own = dyn_cast<MatmulRecipeAttr>(recipe);
  if (auto family = dyn_cast<TrainingRecipeAttr>(recipe))
    own = gemms.lookup(matmul.getOperation()).choose(family, reason);
  std::string objection;
  if (own && matmul.form.hasGroupsOfK())
    objection =
        objectToGroupsOfK(cast<GroupedMatmulOp>(matmul.getOperation()), own);
  return objection.empty() ? own : reason.refuse(objection, MatmulRecipeAttr());
}

void RecipeCandidates::takeOwn(RecipeMatmul &matmul, Attribute own) {
  if (MatmulRecipeAttr recipe = resolve(own, matmul, matmul.reason))
    add(matmul, recipe, /*isForced=*/false);
}

bool RecipeCandidates::takeGiven(RecipeMatmul &matmul) {
  MatmulRecipeAttr given = findGivenRecipe(matmul.form);
  if (!given || matmul.form.grouping)
    return false;
  if (target)
    matmul.reason = excludeByKernels(matmul, given, *target, mayEmulate,
                                     /*isGiven=*/true);
  if (!matmul.reason.empty())
    return false;
  matmul.reason = "its operands are quantized so";
  choose(matmul, given);
  return true;
}

/// Chooses `recipe` without a comparison. Returns why it has no price.
std::string RecipeCandidates::choose(RecipeMatmul &matmul,
                                     MatmulRecipeAttr recipe) {
  matmul.choice = matmul.candidates.size();
  std::string reason;
  double microseconds = 0;
  if (prices)
    microseconds = prices->getScaled(matmul, recipe, reason).value_or(0);
  matmul.candidates.push_back({recipe, microseconds});
  return reason;
}

/// Takes `own` without a comparison.
void RecipeCandidates::add(RecipeMatmul &matmul, MatmulRecipeAttr own,
                           bool isForced) {
  std::string reason = choose(matmul, own);
  matmul.reason = isForced ? "the recipe of all" : "its own recipe";
  LinearGemm gemm = gemms.lookup(matmul.getOperation());
  if (isa_and_present<TrainingRecipeAttr>(isForced ? forced : getFamily(gemm)))
    matmul.reason += ", as " + gemm.describe();
  if (isForced && isPrecise(matmul))
    matmul.reason += "; it has operands of f32, which it keeps if option "
                     "'deny' names it";
  if (!reason.empty())
    matmul.reason += "; " + reason;
}

/// Whether another name has given `recipe` before.
static bool isCandidate(const RecipeMatmul &matmul, MatmulRecipeAttr recipe) {
  auto hasIt = [&](const auto &each) { return each.recipe == recipe; };
  return llvm::any_of(matmul.candidates, hasIt) ||
         llvm::any_of(matmul.rejected, hasIt);
}

void RecipeCandidates::addPresets(RecipeMatmul &matmul) {
  matmul.reason = excludeByStructure(matmul);
  if (!matmul.reason.empty())
    return;
  matmul.isFixed = false;
  std::string missing;
  for (Attribute named : presets) {
    std::string reason;
    MatmulRecipeAttr preset = resolve(named, matmul, reason);
    if (!preset)
      missing = reason;
    if (!preset || isCandidate(matmul, preset))
      continue;
    double error = estimateError(preset);
    std::optional<double> gemm;
    if (isStochastic(preset) && !findSeed(matmul.getOperation()))
      reason = "no seed";
    else if (error > maxError)
      reason = explainError(error, maxError);
    else
      gemm = prices->getScaled(matmul, preset, reason);
    if (gemm)
      matmul.candidates.push_back({preset, *gemm});
    else
      matmul.rejected.push_back({preset, reason});
  }
  if (matmul.candidates.size() == 1 && matmul.rejected.empty())
    matmul.reason = missing;
}
