//===- AdaptRecipes.h - Scales that the chip multiplies ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_ADAPTRECIPES_H
#define LOWP_LIB_RECIPES_ADAPTRECIPES_H

#include "ChipOptions.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Graph/Contractions/MatmulForm.h"

namespace mlir::lowp_gpu {

/// `recipe` as `target` multiplies it for `form`: with powers of two where its
/// products take those, unless an operand is quantized by `recipe` already.
lowp::MatmulRecipeAttr adaptRecipe(const lowp::MatmulForm &form,
                                   lowp::MatmulRecipeAttr recipe,
                                   const KernelTarget &target);

/// Gives matmuls of `module` recipes that the chip multiplies faster in place
/// of others; leaves them where no chip is known.
LogicalResult adaptRecipes(ModuleOp module, const ChipOptions &options);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_ADAPTRECIPES_H
