//===- GroupedRecipes.h - Recipes of grouped matmuls ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_GROUPEDRECIPES_H
#define LOWP_LIB_RECIPES_GROUPEDRECIPES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp_gpu {

/// Gives `recipe`, which is for all matmuls of `module`, to its grouped ones
/// that have none of their own and that `isAllowed` lets. A family is not for
/// them: nothing tells which of its recipes.
void forceOnGroups(ModuleOp module, Attribute recipe,
                   function_ref<bool(Operation *)> isAllowed);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_GROUPEDRECIPES_H
