//===- GroupedRecipes.h - Recipes of grouped matmuls ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_GROUPEDRECIPES_H
#define LOWP_LIB_RECIPES_GROUPEDRECIPES_H

#include "ExplainFile.h"
#include "RecipePrices.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp_gpu {

/// What is asked for all grouped matmuls.
struct GroupedChoice {
  /// The recipe of all, or a family; null if there is none.
  Attribute forced;
  /// Presets that are compared where none is forced and `compares` says so.
  ArrayRef<Attribute> presets;
  bool compares;
  double maxError;
  double leastSpeedup;
  /// What sizes that nobody knows count as.
  int64_t assumedSize;
  /// Null where nobody asks for prices.
  const RecipePrices *prices;
};

/// Gives recipes to the grouped matmuls of `module` that have none of their own
/// and that `isAllowed` lets. `lowp.role` tells which recipe of a family is
/// theirs; one that asks for a family itself and has no role is an error. Adds
/// what became of them to `explained`, where there are prices.
LogicalResult chooseOnGroups(ModuleOp module, const GroupedChoice &choice,
                             function_ref<bool(Operation *)> isAllowed,
                             std::vector<ExplainedMatmul> &explained);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_GROUPEDRECIPES_H
