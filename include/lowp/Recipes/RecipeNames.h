//===- RecipeNames.h - Recipes that users name ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RECIPES_RECIPENAMES_H
#define LOWP_RECIPES_RECIPENAMES_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::lowp_gpu {

/// The #lowp.matmul_recipe or #lowp.training_recipe of `text`, a preset's name
/// or the attribute itself; null if it is neither.
Attribute parseRecipe(MLIRContext *context, StringRef text);

/// The names of presets, for errors.
std::string listRecipes();

/// The name of the preset that `recipe`, of a matmul or a family, is, else its
/// text.
template <typename RecipeAttr>
std::string describeRecipe(RecipeAttr recipe) {
  for (StringRef name : RecipeAttr::getPresetNames())
    if (RecipeAttr::getPreset(recipe.getContext(), name) == recipe)
      return name.str();
  return debugString(Attribute(recipe));
}

} // namespace mlir::lowp_gpu

#endif // LOWP_RECIPES_RECIPENAMES_H
