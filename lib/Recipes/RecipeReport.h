//===- RecipeReport.h - What became of a matmul, in words ----- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_RECIPEREPORT_H
#define LOWP_LIB_RECIPES_RECIPEREPORT_H

#include "ExplainFile.h"
#include "RecipePrices.h"

#include "lowp/Recipes/RecipeNames.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lowp_gpu {

/// Options of the remarks about choices.
inline remark::RemarkOpts remarkNamed(StringRef name) {
  return remark::RemarkOpts::name(name).category("lowp-select-recipes");
}

/// What the choice of `matmul`, of those of all of `matmuls`, costs, and what
/// others would. Tries others in `matmul` on the way, which must be one of
/// `matmuls`.
ExplainedMatmul explainMatmul(RecipeMatmul &matmul,
                              ArrayRef<RecipeMatmul> matmuls,
                              const RecipePrices &prices);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_RECIPEREPORT_H
