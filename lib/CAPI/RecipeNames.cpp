//===- RecipeNames.cpp - What recipes, parts and layers are called --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "lowp-c/Recipes.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/InitAll.h"
#include "llvm/Support/GlobPattern.h"

using namespace mlir::lowp;

/// Names of presets are literals.
static const char *getName(llvm::ArrayRef<llvm::StringRef> names,
                           size_t index) {
  return index < names.size() ? names[index].data() : nullptr;
}

const char *lowpPresetName(size_t index) {
  return getName(MatmulRecipeAttr::getPresetNames(), index);
}

const char *lowpFamilyName(size_t index) {
  return getName(TrainingRecipeAttr::getPresetNames(), index);
}

const char *lowpPartName(size_t index) { return getPartName(index); }

LowpStatus lowpMatchName(const char *pattern, const char *name,
                         int32_t *isMatch, LowpError *error) {
  if (LowpStatus status = capi::require(
          error, {{"pattern", pattern}, {"name", name}, {"isMatch", isMatch}}))
    return status;
  *isMatch = 0;
  llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(pattern);
  if (!glob)
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected a pattern of names, got '" +
                          std::string(pattern) +
                          "': " + llvm::toString(glob.takeError()));
  *isMatch = glob->match(name);
  return LOWP_OK;
}
