//===- RecipeNames.cpp - Recipes that options name ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Recipes/RecipeNames.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// The family that torchao calls `name`, or the name. Its other names are those
/// of presets here.
static StringRef resolve(StringRef name) {
  return name == "blockwise" ? "blockwise_training" : name;
}

Attribute mlir::lowp_gpu::parseRecipe(MLIRContext *context, StringRef text) {
  if (text.starts_with("#")) {
    // What is wrong with it is told by the parser.
    Attribute parsed = parseAttribute(text, context);
    bool isRecipe =
        isa_and_present<MatmulRecipeAttr, TrainingRecipeAttr>(parsed);
    return isRecipe ? parsed : Attribute();
  }
  if (auto preset = MatmulRecipeAttr::getPreset(context, text))
    return preset;
  return TrainingRecipeAttr::getPreset(context, resolve(text));
}

std::string mlir::lowp_gpu::listRecipes() {
  return llvm::join(MatmulRecipeAttr::getPresetNames(), ", ") + ", " +
         llvm::join(TrainingRecipeAttr::getPresetNames(), ", ");
}
