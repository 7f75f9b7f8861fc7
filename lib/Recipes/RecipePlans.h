//===- RecipePlans.h - Recipes by plans of whole functions ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_RECIPEPLANS_H
#define LOWP_LIB_RECIPES_RECIPEPLANS_H

#include "ExplainFile.h"
#include "RecipePrices.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp_gpu {

/// Leaves to matmuls whose recipe `auto` chooses the one that
/// `lowp-plan-recipes` has found to be best for the whole of `module`, if any,
/// or none.
void keepPlannedRecipe(MutableArrayRef<RecipeMatmul> matmuls, ModuleOp module);

/// Takes recipes that `auto` chose back in functions that gain nothing by them,
/// as `lowp-plan-recipes` has found, whatever their matmuls gain: a plan knows
/// fusions that prices do not.
void obeyPlans(MutableArrayRef<RecipeMatmul> matmuls);

/// The plans of public functions. Neither functions nor `module` have any
/// afterwards.
std::vector<ExplainedFunction> takePlans(ModuleOp module);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_RECIPEPLANS_H
