//===- RecipeReport.cpp - What became of a matmul, in words ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipeReport.h"

#include "RecipeSearch.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// What `matmul` would take with another candidate, and what it could not have.
static std::vector<ExplainedRecipe> listOthers(RecipeMatmul &matmul,
                                               ArrayRef<RecipeMatmul> matmuls,
                                               const RecipePrices &prices) {
  std::vector<ExplainedRecipe> others;
  size_t choice = matmul.choice;
  for (size_t other = 1; other < matmul.candidates.size(); ++other) {
    if (other == choice)
      continue;
    matmul.choice = other;
    const RecipeCandidate &candidate = matmul.getChoice();
    others.push_back(
        {describeRecipe(candidate.recipe),
         candidate.gemm + getQuantizeShare(matmul, matmuls, prices), ""});
  }
  matmul.choice = choice;
  for (const RejectedRecipe &rejected : matmul.rejected)
    others.push_back(
        {describeRecipe(rejected.recipe), std::nullopt, rejected.reason});
  return others;
}

ExplainedMatmul mlir::lowp_gpu::explainMatmul(RecipeMatmul &matmul,
                                              ArrayRef<RecipeMatmul> matmuls,
                                              const RecipePrices &prices) {
  const RecipeCandidate &choice = matmul.getChoice();
  ExplainedMatmul explained;
  explained.name = matmul.name;
  explained.size = matmul.size;
  explained.isAssumed = matmul.isAssumed;
  explained.recipe = choice.recipe ? describeRecipe(choice.recipe) : "";
  explained.gemm = choice.gemm;
  explained.dense = matmul.candidates.front().gemm;
  explained.bytes = countBytes(matmul, choice.recipe);
  explained.denseBytes = countBytes(matmul, MatmulRecipeAttr());
  explained.reason = matmul.reason;
  if (choice.recipe)
    explained.quantizes = getQuantizeShare(matmul, matmuls, prices);
  explained.others = listOthers(matmul, matmuls, prices);
  return explained;
}
