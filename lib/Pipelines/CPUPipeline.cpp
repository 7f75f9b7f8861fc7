//===- CPUPipeline.cpp - From lowp to LLVM on the CPU ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/CPUPipeline.h"
#include "CommonSteps.h"
#include "ModulePipeline.h"

#include "lowp/Arith/Passes.h"
#include "lowp/Bufferization/Passes.h"
#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h"
#include "lowp/Fusion/Passes.h"
#include "lowp/Graph/Groups/Passes.h"
#include "lowp/Graph/Reductions/Passes.h"
#include "lowp/Graph/Shapes/Passes.h"
#include "lowp/Pipelines/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/RequestCWrappers.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::lowp;

CompileOptions CPUPipelineOptions::get() const {
  CompileOptions options;
#define LOWP_COMPILE_OPTION(...)
#define LOWP_PROGRAM_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  options.field = field.getValue();
#include "lowp/Pipelines/CompileOptions.def"
  return options;
}

CPUForm CPUPipelineOptions::getForm() const {
  return {outParams, restoreNames ? Names::Plain : Names::Mangled};
}

void mlir::lowp::buildCPUProgramPipeline(OpPassManager &manager,
                                         const CompileOptions &options) {
  manager.addPass(createConvertFrontEndToLinalgPass());
  manager.addPass(createLegalizeArithPass({{"guard-float-casts"}}));
  addPlan(manager, options);
  manager.addPass(createFormExternalCallsPass({/*useBodies=*/true}));
  addVerification(manager, "program");
  manager.addPass(createWriteArgumentsPass());
  // Single elements too: this path is the reference, not the fast one.
  manager.addPass(createInsertChecksPass(
      {{"check-shapes", "check-numbers"}, /*checkBodies=*/true}));
  manager.addPass(createSimplifyViewsPass({{"guard-views", "drop-unit-dims"}}));
  manager.addPass(createFormGroupsPass());
  manager.addPass(createSimplifyReductionsPass({{"decompose-softmax"}}));
  addContractions(manager, /*forKernels=*/false);
  addRecipes(manager, options, /*isAttached=*/false);
  addPrecision(manager, options, /*forKernels=*/false);
  // Out-parameters of dynamic shape are for entry points alone: callers inside
  // of the module could not allocate them.
  manager.addPass(createInlinerPass());
  addCleanup(manager);
  // Checks of equal sizes are none, and need no weight: its sizes were two
  // values before.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createPrepareParametersPass());
  addVerification(manager, "tensors");
}

/// Recipes to quantize and scaled_matmul, these to linalg on builtin tensors.
static void addToTensors(OpPassManager &manager) {
  manager.addPass(createInlineFusionsPass());
  ConvertLowpToLinalgPassOptions toLinalg;
  toLinalg.convertKernels = true;
  manager.addPass(createConvertLowpToLinalgPass(toLinalg));
  addBuiltinTensors(manager);
  addCleanup(manager);
}

static void addToBuffers(OpPassManager &manager, const CPUForm &form) {
  addBufferization(manager);
  FinishBufferizationPassOptions finish;
  // Not upstream's pass for out-parameters: it crashes on a buffer that is
  // returned twice.
  if (form.outParams)
    manager.addPass(createSymbolDCEPass());
  else
    finish.only = {"expand-dynamic-reshapes"};
  manager.addPass(createFinishBufferizationPass(finish));
  manager.addPass(createInsertChecksPass({{"check-allocations"}}));
  // In this order: a copy of a view to an equal one goes once they are one.
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createInsertChecksPass({{"hoist-checks"}}));
  bufferization::buildBufferDeallocationPipeline(manager);
  // An argument that is returned is cloned: the caller owns what it gets.
  manager.addPass(createConvertBufferizationToMemRefPass());
}

static void addToLoops(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  manager.addNestedPass<func::FuncOp>(createForallToForLoopPass());
  // Here a cast that cannot be is still within the operation that it is of.
  manager.addPass(createLegalizeArithPass(
      {{"emulate-small-floats", "expand-float-casts"}, /*include16Bit=*/true}));
  addCleanup(manager);
}

static void addToLLVM(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  addToLLVMDialect(manager);
}

void mlir::lowp::buildCPUCodePipeline(OpPassManager &manager,
                                      const CPUForm &form) {
  addToTensors(manager);
  addToBuffers(manager, form);
  addToLoops(manager);
  addVerification(manager, "loops");
  // From here on there are calls of libm and of the C library.
  manager.addPass(createMangleNamesPass());
  addToLLVM(manager);
  if (form.names == Names::Plain)
    manager.addPass(createMangleNamesPass({/*undo=*/true}));
  addVerification(manager, "host code");
}

void mlir::lowp::buildCPUPipeline(OpPassManager &manager,
                                  const CPUPipelineOptions &options) {
  buildCPUProgramPipeline(manager, options.get());
  buildCPUCodePipeline(manager, options.getForm());
}

void mlir::lowp::registerCPUPipeline() {
  registerModulePipeline<CPUPipelineOptions>(
      "lowp-to-cpu", "Lower to LLVM for the CPU, with the reference numerics",
      buildCPUPipeline);
}
