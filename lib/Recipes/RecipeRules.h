//===- RecipeRules.h - Matmuls that no recipe helps ----------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_RECIPERULES_H
#define LOWP_LIB_RECIPES_RECIPERULES_H

#include "RecipePrices.h"

namespace mlir::lowp_gpu {

/// Why `matmul` is not to have a recipe, whatever the times: by its place in
/// the program. Empty if there is no such reason.
std::string excludeByStructure(const RecipeMatmul &matmul);

/// Why a recipe for all matmuls is not for `matmul`, of a vector: empty if it
/// is. Reading the matrix once is all the work there, and a quantize reads it,
/// unless it is a parameter, which is quantized ahead.
std::string excludeVector(const RecipeMatmul &matmul);

/// Whether the program has an operand of `matmul` in f32, as the router of a
/// model that computes in 16 bits may be: any recipe leaves little of it.
bool isPrecise(const RecipeMatmul &matmul);

/// Why the chip has no kernel that loads and stores what `matmul` is about with
/// `recipe`, or multiplies it where its operands are quantized so already
/// (`isGiven`); empty if it has, or if `mayEmulate` lets another stand in.
std::string excludeByKernels(const RecipeMatmul &matmul,
                             lowp::MatmulRecipeAttr recipe,
                             const ChipTarget &target, bool mayEmulate,
                             bool isGiven);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_RECIPERULES_H
