//===- PlanRecipes.cpp - Recipes by plans of whole programs ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRecipes.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Pipelines/GPUPipeline.h"
#include "lowp/Pipelines/Passes.h"
#include "lowp/Pipelines/RunPasses.h"
#include "lowp/Recipes/RecipePlanner.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PLANRECIPESPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;
using lowp_gpu::PlannedRecipes;

/// Keeps the functions of `module` whole: plans are compared by functions, and
/// stages have the launches of the function that they are of.
static void keepWhole(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    function->removeDiscardableAttr(LowpDialect::getDivisibleAttrName());
}

namespace {
struct PlanRecipes : lowp::impl::PlanRecipesPassBase<PlanRecipes> {
  PlanRecipes() = default;
  explicit PlanRecipes(const CompileOptions &given) : options(given) {
    // Nothing is written, and the reference is compared with what is fast.
    options.explainFile = options.rankingFile = options.trafficFile = "";
    options.reference = false;
  }

  void runOnOperation() override;

private:
  CompileOptions options;
};
} // namespace

void PlanRecipes::runOnOperation() {
  markAllAnalysesPreserved();
  auto lower = [&](ModuleOp copy, PlannedRecipes recipes,
                   std::unique_ptr<PassInstrumentation> watch) {
    CompileOptions ofCopy = options;
    ofCopy.recipe = recipes == PlannedRecipes::Auto ? "auto" : "";
    PassManager manager(copy.getContext(), ModuleOp::getOperationName());
    manager.addInstrumentation(std::move(watch));
    keepWhole(copy);
    buildLaunchPipeline(manager, ofCopy);
    return runPasses(manager, copy);
  };
  lowp_gpu::planRecipes(getOperation(), lower);
}

std::unique_ptr<Pass>
mlir::lowp::createPlanRecipesPass(const CompileOptions &options) {
  return std::make_unique<PlanRecipes>(options);
}
