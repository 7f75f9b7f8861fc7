//===- GroupsOfK.cpp - Recipes of operands in groups of K -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"

using namespace mlir;
using namespace mlir::lowp;

static std::string objectToOperand(OperandRecipeAttr operand) {
  auto recipe = cast<RecipeAttrInterface>(operand.getRecipe());
  int64_t columns = recipe.getBlockShape().columns;
  if (operand.getNumerics().getRounding() == Rounding::Stochastic)
    return "groups of K, each of which has a seed";
  if (recipe.getScaleLevels() > 1 || columns == BlockShape::kWhole)
    return "groups of K, each of which has a scale for all of it";
  if (kGroupStart % columns != 0)
    return "groups of K, which begin at multiples of " +
           std::to_string(kGroupStart) + " elements, not of blocks";
  return "";
}

std::string mlir::lowp::objectToGroupsOfK(MatmulRecipeAttr recipe) {
  if (recipe.getHadamard())
    return "groups of K, at whose borders a Hadamard transform would begin "
           "anew";
  std::string reason = objectToOperand(recipe.getLhs());
  return reason.empty() ? objectToOperand(recipe.getRhs()) : reason;
}
