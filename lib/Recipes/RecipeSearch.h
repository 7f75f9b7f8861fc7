//===- RecipeSearch.h - Recipes of matmuls that share operands  -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_RECIPESEARCH_H
#define LOWP_LIB_RECIPES_RECIPESEARCH_H

#include "RecipePrices.h"

namespace mlir::lowp_gpu {

/// Chooses the candidates of matmuls whose sum of times is least, where a
/// matrix that several of them read is quantized once. A matmul that would not
/// be `leastSpeedup` times as fast as without a recipe gets none.
void chooseRecipes(MutableArrayRef<RecipeMatmul> matmuls,
                   const RecipePrices &prices, double leastSpeedup);

/// The microseconds by which the quantizes of `matmul` lengthen the program,
/// of what all of `matmuls` have chosen: its share of what others read too.
double getQuantizeShare(const RecipeMatmul &matmul,
                        ArrayRef<RecipeMatmul> matmuls,
                        const RecipePrices &prices);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_RECIPESEARCH_H
