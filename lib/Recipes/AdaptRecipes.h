//===- AdaptRecipes.h - Scales that the chip multiplies ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_ADAPTRECIPES_H
#define LOWP_LIB_RECIPES_ADAPTRECIPES_H

#include "ChipOptions.h"

namespace mlir::lowp_gpu {

/// Gives matmuls of `module` recipes that the chip multiplies in place of those
/// that it does not; leaves them where no chip is known.
LogicalResult adaptRecipes(ModuleOp module, const ChipOptions &options);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_ADAPTRECIPES_H
