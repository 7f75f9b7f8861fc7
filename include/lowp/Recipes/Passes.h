//===- Passes.h - Which matmuls get a recipe --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RECIPES_PASSES_H
#define LOWP_RECIPES_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp_gpu {

#define GEN_PASS_DECL
#include "lowp/Recipes/Passes.h.inc"

/// The same; its table of choices goes to `json`, too.
std::unique_ptr<Pass>
createSelectRecipesPass(const SelectRecipesPassOptions &options,
                        std::string *json);

#define GEN_PASS_REGISTRATION
#include "lowp/Recipes/Passes.h.inc"

} // namespace mlir::lowp_gpu

#endif // LOWP_RECIPES_PASSES_H
