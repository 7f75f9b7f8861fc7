//===- GroupsOfK.cpp - Recipes of operands in groups of K -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp;

int64_t mlir::lowp::getGroupStart(Type lhs, Type rhs) {
  constexpr int64_t kCopiedBits = 1024;
  constexpr unsigned kPackedBits = 4;
  // Elements of 6 bits, and of 4 beside others, are copied as bytes.
  bool arePacked = lhs.getIntOrFloatBitWidth() == kPackedBits &&
                   rhs.getIntOrFloatBitWidth() == kPackedBits;
  return kCopiedBits / (arePacked ? kPackedBits : 8);
}

int64_t mlir::lowp::getGroupStart(MatmulRecipeAttr recipe) {
  return getGroupStart(recipe.getLhs().getElementType(),
                       recipe.getRhs().getElementType());
}

static std::string objectToOperand(OperandRecipeAttr operand, int64_t start) {
  auto recipe = cast<RecipeAttrInterface>(operand.getRecipe());
  int64_t columns = recipe.getBlockShape().columns;
  if (operand.getNumerics().getRounding() == Rounding::Stochastic)
    return "groups of K, each of which has a seed";
  if (columns != BlockShape::kWhole && start % columns != 0)
    return "groups of K, which begin at multiples of " + std::to_string(start) +
           " elements, not of blocks";
  return "";
}

std::string mlir::lowp::objectToGroupsOfK(GroupedMatmulOp op,
                                          MatmulRecipeAttr recipe) {
  auto ends = cast<RankedTensorType>(op.getEnds().getType());
  if (ends.isDynamicDim(0))
    return "expected 'ends' of a static number of groups of K, got " +
           debugString(Type(ends));
  if (recipe.getHadamard())
    return "groups of K, at whose borders a Hadamard transform would begin "
           "anew";
  int64_t start = getGroupStart(recipe);
  std::string reason = objectToOperand(recipe.getLhs(), start);
  return reason.empty() ? objectToOperand(recipe.getRhs(), start) : reason;
}
