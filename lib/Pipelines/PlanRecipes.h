//===- PlanRecipes.h - What a program takes with recipes --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_PIPELINES_PLANRECIPES_H
#define LOWP_LIB_PIPELINES_PLANRECIPES_H

#include "lowp/Pipelines/CompileOptions.h"

namespace mlir::lowp {

/// `lowp-plan-recipes` for a program that is compiled as `options` say.
std::unique_ptr<Pass> createPlanRecipesPass(const CompileOptions &options);

} // namespace mlir::lowp

#endif // LOWP_LIB_PIPELINES_PLANRECIPES_H
