//===- CommonSteps.cpp - Steps that several pipelines take ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommonSteps.h"
#include "PlanRecipes.h"

#include "lowp/Arith/Passes.h"
#include "lowp/Bufferization/Passes.h"
#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Graph/Contractions/Passes.h"
#include "lowp/Graph/Shapes/Passes.h"
#include "lowp/Math/Passes.h"
#include "lowp/Pipelines/Passes.h"
#include "lowp/Recipes/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void mlir::lowp::addPlan(OpPassManager &manager,
                         const CompileOptions &options) {
  if (options.recipe == "auto")
    manager.addPass(createPlanRecipesPass(options));
}

void mlir::lowp::addCleanup(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void mlir::lowp::addContractions(OpPassManager &manager, bool forKernels) {
  NormalizeContractionsPassOptions normalize;
  if (!forKernels)
    normalize.only = {"unfold-convolutions", "divide-contractions",
                      "turn-results", "drop-batches", "name-matmuls"};
  manager.addPass(createNormalizeContractionsPass(normalize));
}

lowp_gpu::SelectRecipesPassOptions
mlir::lowp::getSelection(const CompileOptions &options, bool isAttached) {
  lowp_gpu::SelectRecipesPassOptions select;
  select.recipe = options.recipe;
  select.candidates = options.recipeCandidates;
  select.allow = options.recipeAllow;
  select.deny = options.recipeDeny;
  select.maxError = options.maxError;
  select.minSpeedup = options.minSpeedup;
  select.explainFile = options.explainFile;
  select.expectedM = options.expectedM;
  select.allowEmulation = options.allowEmulation;
  if (!isAttached) {
    select.chip = options.chip;
    select.part = options.part;
    select.partFile = options.partFile;
  }
  return select;
}

void mlir::lowp::addRecipes(OpPassManager &manager,
                            const CompileOptions &options, bool isAttached) {
  auto select = getSelection(options, isAttached);
  select.adapt = true;
  manager.addPass(lowp_gpu::createSelectRecipesPass(select));
  manager.addPass(createApplyRecipesPass());
}

void mlir::lowp::addPrecision(OpPassManager &manager,
                              const CompileOptions &options, bool forKernels) {
  LegalizeContractionsPassOptions legalize;
  legalize.f32Matmuls = options.f32Matmuls;
  if (!forKernels)
    legalize.only = {"round-matmuls", "widen-sums"};
  manager.addPass(createLegalizeContractionsPass(legalize));
}

void mlir::lowp::addVerification(OpPassManager &manager, StringRef level) {
  manager.addPass(createVerifyLevelPass({level.str()}));
}

void mlir::lowp::addBuiltinTensors(OpPassManager &manager) {
  manager.addPass(createDecomposeScaledPass());
  manager.addPass(createLegalizeTensorOpsPass());
  manager.addPass(createSimplifyViewsPass({{"guard-views"}}));
}

void mlir::lowp::addBufferization(OpPassManager &manager) {
  // No cleanup after it: equal empty tensors would become one again.
  manager.addPass(createPrepareBufferizationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // Types of branches not bufferized yet: kernels take rows without gaps.
  bufferize.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
}

void mlir::lowp::addToLLVMDialect(OpPassManager &manager) {
  manager.addPass(createPrepareHostCodePass());
  manager.addPass(
      createLegalizeArithPass({{"emulate-small-floats", "expand-float-casts",
                                "expand-integer-divisions"},
                               /*include16Bit=*/true}));
  manager.addPass(createLegalizeMathPass({{"call-libm"}}));
  manager.addPass(createConvertMathToFuncs());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createLegalizeArithPass({{"small-floats-to-integers"}}));
}
