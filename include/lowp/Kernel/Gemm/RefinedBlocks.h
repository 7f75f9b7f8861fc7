//===- RefinedBlocks.h - Blocks that instructions take ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_REFINEDBLOCKS_H
#define LOWP_KERNEL_GEMM_REFINEDBLOCKS_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// What an operand of a matmul is quantized to.
struct OperandFormat {
  Type element;
  lowp::RecipeAttrInterface recipe;

  ScaledFormat getScaledFormat() const {
    return {element, recipe.getScaleType(), recipe.getBlockShape()};
  }
};

/// The recipes with which `target` multiplies `lhs` by `rhs` where it has no
/// instruction for the operands as they are, but has one for the same scales,
/// repeated for the finer blocks of a row: the coarsest such. Nothing
/// otherwise.
std::optional<std::pair<lowp::RecipeAttrInterface, lowp::RecipeAttrInterface>>
findRefinedRecipes(const OperandFormat &lhs, const OperandFormat &rhs,
                   const KernelTarget &target);

/// `recipe` with powers of two as scales of the same blocks where products of
/// `target` take those, and other warps would have to promote sums for scales
/// of f32; otherwise `recipe`.
lowp::MatmulRecipeAttr takePowersOfTwo(lowp::MatmulRecipeAttr recipe,
                                       const KernelTarget &target);

/// `recipe` with such blocks where `target` multiplies it in them.
lowp::MatmulRecipeAttr refineRecipe(lowp::MatmulRecipeAttr recipe,
                                    const KernelTarget &target);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_REFINEDBLOCKS_H
