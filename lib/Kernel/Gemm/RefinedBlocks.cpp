//===- RefinedBlocks.cpp - Blocks that instructions take ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/RefinedBlocks.h"

#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// `operand` with scales of `block`; its recipe is null if its blocks are not
/// made of such.
static OperandFormat refine(const OperandFormat &operand, BlockShape block) {
  BlockShape from = operand.recipe.getBlockShape();
  if (from == block)
    return operand;
  bool isDivided = from.columns % block.columns == 0;
  return {operand.element,
          isDivided ? withBlock(operand.recipe, block) : RecipeAttrInterface()};
}

std::optional<std::pair<RecipeAttrInterface, RecipeAttrInterface>>
mlir::lowp_gpu::findRefinedRecipes(const OperandFormat &lhs,
                                   const OperandFormat &rhs,
                                   const KernelTarget &target) {
  ScaledFormat lhsFormat = lhs.getScaledFormat(),
               rhsFormat = rhs.getScaledFormat();
  if (target.getScaledMmaAtom(lhsFormat, rhsFormat))
    return std::nullopt;
  int64_t columns = std::min(lhsFormat.block.columns, rhsFormat.block.columns);
  for (; columns > 1; columns /= 2) {
    BlockShape block{/*rows=*/1, columns};
    OperandFormat fineLhs = refine(lhs, block), fineRhs = refine(rhs, block);
    if (fineLhs.recipe && fineRhs.recipe &&
        target.getScaledMmaAtom(fineLhs.getScaledFormat(),
                                fineRhs.getScaledFormat()))
      return std::pair(fineLhs.recipe, fineRhs.recipe);
  }
  return std::nullopt;
}

MatmulRecipeAttr mlir::lowp_gpu::refineRecipe(MatmulRecipeAttr recipe,
                                              const KernelTarget &target) {
  auto describe = [](OperandRecipeAttr operand) {
    return OperandFormat{operand.getElementType(),
                         cast<RecipeAttrInterface>(operand.getRecipe())};
  };
  auto refined = findRefinedRecipes(describe(recipe.getLhs()),
                                    describe(recipe.getRhs()), target);
  if (!refined)
    return recipe;
  auto replace = [](OperandRecipeAttr operand, RecipeAttrInterface blocks) {
    return OperandRecipeAttr::get(operand.getContext(),
                                  operand.getElementType(), blocks,
                                  operand.getNumerics());
  };
  return MatmulRecipeAttr::get(replace(recipe.getLhs(), refined->first),
                               replace(recipe.getRhs(), refined->second),
                               recipe.getFastAccumulation(),
                               recipe.getHadamard());
}
