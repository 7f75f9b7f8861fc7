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

static OperandFormat describe(OperandRecipeAttr operand) {
  return {operand.getElementType(),
          cast<RecipeAttrInterface>(operand.getRecipe())};
}

/// `operand` with a power of two as the scale of each block; null if its blocks
/// have none of f32. Data are rounded as before.
static OperandRecipeAttr withPowersOfTwo(OperandRecipeAttr operand) {
  MLIRContext *context = operand.getContext();
  auto blocks = dyn_cast<BlockAttr>(operand.getRecipe());
  if (!blocks)
    return {};
  auto [rows, columns] = blocks.getBlockShape();
  NumericsAttr up = NumericsAttr::getPreset(context, "mx_rceil");
  auto numerics = NumericsAttr::get(
      context, up.getEpsValue(), up.getDivision(), up.getPowerOfTwo(),
      up.getDegenerate(), up.getSaturation(), up.getScaleRounding(),
      operand.getNumerics().getRounding(), up.getQuotient(),
      up.getLargestFactor(), up.getSmallScales(), up.getMatrixScale());
  return OperandRecipeAttr::get(context, operand.getElementType(),
                                MXAttr::get(context, rows, columns), numerics);
}

/// Whether `target` multiplies operands of such formats, or of the same scales
/// in finer blocks, by an instruction that takes them.
static bool takesScales(OperandRecipeAttr lhs, OperandRecipeAttr rhs,
                        const KernelTarget &target) {
  OperandFormat left = describe(lhs), right = describe(rhs);
  return target.getScaledMmaAtom(left.getScaledFormat(),
                                 right.getScaledFormat()) ||
         findRefinedRecipes(left, right, target);
}

MatmulRecipeAttr mlir::lowp_gpu::takePowersOfTwo(MatmulRecipeAttr recipe,
                                                 const KernelTarget &target) {
  const MmaAtom *atom = target.getMmaAtom(recipe.getLhs().getElementType(),
                                          recipe.getRhs().getElementType());
  if (!atom || atom->getSumSpace() == SumSpace::Registers)
    return recipe;
  OperandRecipeAttr lhs = withPowersOfTwo(recipe.getLhs()),
                    rhs = withPowersOfTwo(recipe.getRhs());
  if (!lhs || !rhs || !takesScales(lhs, rhs, target))
    return recipe;
  return MatmulRecipeAttr::get(lhs, rhs, recipe.getFastAccumulation(),
                               recipe.getHadamard());
}

MatmulRecipeAttr mlir::lowp_gpu::refineRecipe(MatmulRecipeAttr recipe,
                                              const KernelTarget &target) {
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
