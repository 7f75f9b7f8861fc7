//===- RecipePlanner.h - What a program takes with recipes ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RECIPES_RECIPEPLANNER_H
#define LOWP_RECIPES_RECIPEPLANNER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <functional>
#include <memory>

namespace mlir::lowp_gpu {

/// The recipes that matmuls of a copy get: those of `auto`, or none.
enum class PlannedRecipes { Auto, None };

/// Lowers a copy of a program as far as its launches; `watch` sees each pass.
using LowerToLaunches =
    std::function<LogicalResult(ModuleOp copy, PlannedRecipes recipes,
                                std::unique_ptr<PassInstrumentation> watch)>;

/// Writes into `module`, a program as the user wrote it, what its launches are
/// predicted to take with the recipes of `auto` and without, as
/// `lowp-plan-recipes` describes it. Copies that `lower` refuses are a remark.
void planRecipes(ModuleOp module, const LowerToLaunches &lower);

} // namespace mlir::lowp_gpu

#endif // LOWP_RECIPES_RECIPEPLANNER_H
