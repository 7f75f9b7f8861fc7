//===- ExplainPipeline.cpp - Which recipes matmuls would get --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/ExplainPipeline.h"
#include "CommonSteps.h"

#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h"
#include "lowp/Graph/Contractions/Passes.h"
#include "lowp/Graph/Shapes/Passes.h"
#include "lowp/Recipes/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::lowp;

void mlir::lowp::buildExplainPipeline(OpPassManager &manager,
                                      const ExplainOptions &options,
                                      std::string *json) {
  CompileOptions compile = options.get();
  addPlan(manager, compile);
  // As when compiling: what a front end dequantizes is given in that format.
  ConvertFrontEndToLinalgPassOptions frontEnd;
  frontEnd.raiseProducts = false;
  frontEnd.forKernels = true;
  manager.addPass(createConvertFrontEndToLinalgPass(frontEnd));
  manager.addPass(
      createSimplifyViewsPass({{"drop-unit-dims", "simplify-reshapes"}}));
  manager.addPass(createNormalizeContractionsPass({{"name-matmuls"}}));
  auto select = getSelection(compile, /*isAttached=*/false);
  select.explainFile = json ? "" : options.file.getValue();
  manager.addPass(lowp_gpu::createSelectRecipesPass(select, json));
}

void mlir::lowp::registerExplainPipeline() {
  PassPipelineRegistration<ExplainOptions>(
      "lowp-explain", "Tell which recipe each matmul gets, and what it costs",
      [](OpPassManager &manager, const ExplainOptions &options) {
        buildExplainPipeline(manager, options);
      });
}
