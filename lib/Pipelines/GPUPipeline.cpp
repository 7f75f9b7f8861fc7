//===- GPUPipeline.cpp - From lowp to kernels and host code ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/GPUPipeline.h"
#include "CommonSteps.h"
#include "CompileKernels.h"
#include "ModulePipeline.h"

#include "lowp/Arith/Passes.h"
#include "lowp/Bufferization/Passes.h"
#include "lowp/Conversion/FusionToGPU/FusionToGPU.h"
#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"
#include "lowp/Conversion/LowpGPUToNVVM/LowpGPUToNVVM.h"
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h"
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h"
#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h"
#include "lowp/Fusion/Passes.h"
#include "lowp/Graph/Groups/Passes.h"
#include "lowp/Graph/Reductions/Passes.h"
#include "lowp/Graph/Scalars/Passes.h"
#include "lowp/Graph/Shapes/Passes.h"
#include "lowp/Layout/Passes.h"
#include "lowp/Math/Passes.h"
#include "lowp/Pipelines/Passes.h"
#include "lowp/Traffic/Passes.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::lowp;

/// What one kernel will do moves into functions that bufferization skips.
static void addFusions(OpPassManager &manager) {
  manager.addPass(createExpandSpreadRowsPass());
  ExpandQuantizePassOptions wide;
  wide.onlyWide = true;
  manager.addPass(createExpandQuantizePass(wide));
  manager.addPass(createSimplifyReductionsPass(
      {{"cse", "unroll-sums", "erase-unused-results"}}));
  manager.addPass(createSinkConcatsPass());
  // Tables of groups are those of both operands.
  manager.addPass(createSimplifyViewsPass({{"merge-sizes"}}));
  addCleanup(manager);
  manager.addPass(createFormFusionsPass());
}

/// Softmaxes and, for kernels, loops of few iterations become what they
/// compute.
static void addDecomposition(OpPassManager &manager,
                             const CompileOptions &options) {
  SimplifyReductionsPassOptions decompose{{"decompose-softmax"}};
  if (!options.reference)
    decompose.only.push_back("unroll-loops");
  manager.addPass(createSimplifyReductionsPass(decompose));
}

/// Reductions across rows become what fusions and kernels run well.
static void addReductions(OpPassManager &manager,
                          const CompileOptions &options) {
  SimplifyReductionsPassOptions simplify{
      {"simplify-across-rows", "cse", "merge-reductions", "split-reductions"}};
  if (options.math == MathMode::Fast)
    simplify.only.push_back("reassociate-sums");
  manager.addPass(createSimplifyReductionsPass(simplify));
}

static void addProgram(OpPassManager &manager, const CompileOptions &options) {
  manager.addPass(createAttachChipPass(
      {options.chip, options.part, options.partFile, options.batchInvariant}));
  ConvertFrontEndToLinalgPassOptions frontEnd;
  frontEnd.raiseProducts = options.reference || options.allowEmulation;
  frontEnd.forKernels = !options.reference;
  manager.addPass(createConvertFrontEndToLinalgPass(frontEnd));
  manager.addPass(createLegalizeArithPass({{"guard-float-casts"}}));
  manager.addPass(createFormExternalCallsPass({options.reference}));
  manager.addPass(createVerifyLevelPass({"program", /*allowKernels=*/true}));
  manager.addPass(createWriteArgumentsPass());
  // Otherwise the host would read offsets, to check them.
  manager.addPass(createSimplifyScalarsPass({{"read-offsets"}}));
  manager.addPass(createInsertChecksPass({{"check-shapes", "check-numbers"}}));
  manager.addNestedPass<func::FuncOp>(createLinkScattersPass());
  manager.addPass(createSimplifyViewsPass({{"guard-views", "drop-unit-dims"}}));
  if (!options.reference)
    manager.addPass(createFormGroupsPass({/*forKernels=*/true}));
  addDecomposition(manager, options);
  // Before quantizes are taken apart: their arithmetic stays exact.
  if (options.math == MathMode::Fast && !options.reference)
    manager.addPass(createLegalizeMathPass({{"allow-approximations"}}));
  if (!options.reference) {
    manager.addPass(createSimplifyViewsPass({{"simplify-reshapes"}}));
    manager.addPass(createSimplifyScalarsPass(
        {{"fold-positions", "simplify-generics", "lift-reads"}}));
    addCleanup(manager);
    manager.addPass(
        createSimplifyViewsPass({{"merge-sizes", "collapse-rows"}}));
  }
  addContractions(manager, /*forKernels=*/!options.reference);
  // Before calls are inlined: the seed of a function is its argument's mark.
  addRecipes(manager, options, /*isAttached=*/true);
  addPrecision(manager, options, /*forKernels=*/!options.reference);
  if (!options.reference)
    addReductions(manager, options);
  manager.addPass(createInlinerPass());
  if (!options.reference) {
    lowp_gpu::LegalizeFormatsPassOptions formats;
    if (!options.allowEmulation)
      formats.only = {"refine-scales"};
    manager.addPass(lowp_gpu::createLegalizeFormatsPass(formats));
  }
  // An operand of several matmuls is quantized and widened once.
  addCleanup(manager);
  manager.addPass(lowp_gpu::createPropagateLayoutsPass());
  PrepareParametersPassOptions prepare;
  prepare.chipAttribute = lowp_gpu::LowpGPUDialect::getChipAttrName().str();
  manager.addPass(createPrepareParametersPass(prepare));
}

void mlir::lowp::buildProgramPipeline(OpPassManager &manager,
                                      const CompileOptions &options) {
  addPlan(manager, options);
  addProgram(manager, options);
}

/// Matmuls with a recipe become gemm ops on builtin tensors, everything else of
/// lowp becomes linalg.
static void addToTensors(OpPassManager &manager,
                         const CompileOptions &options) {
  if (!options.reference) {
    manager.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
    manager.addPass(lowp_gpu::createFormGemmsPass());
    manager.addPass(createFormEpiloguesPass());
    addFusions(manager);
  }
  manager.addPass(createConvertLowpToLinalgPass());
  addBuiltinTensors(manager);
  addCleanup(manager);
  // Copies would not survive a cleanup.
  manager.addPass(lowp_gpu::createAlignRowsPass());
  manager.addPass(createSplitStagesPass());
}

static void addToBuffers(OpPassManager &manager) {
  addBufferization(manager);
  manager.addPass(createFinishBufferizationPass());
  manager.addPass(createInsertChecksPass({{"check-allocations"}}));
  // In this order: a copy of a view to an equal one goes once they are one.
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizerPass());
}

/// Gemm ops on buffers become warp-specialised kernels in NVVM.
static void addMatmulKernels(OpPassManager &manager,
                             const CompileOptions &options) {
  lowp_gpu::SelectKernelConfigPassOptions select;
  select.expectedM = options.expectedM;
  select.configFile = options.configFile;
  select.rankingFile = options.rankingFile;
  select.rankingVariants = options.rankingVariants;
  manager.addPass(lowp_gpu::createSelectKernelConfigPass(select));
  manager.addPass(lowp_gpu::createConvertLowpToLowpGPUPass());
  OpPassManager &modules = manager.nest<gpu::GPUModuleOp>();
  OpPassManager &kernels = modules.nest<lowp_gpu::KernelOp>();
  kernels.addPass(lowp_gpu::createVerifyKernelPass());
  // Epilogues compute in f32: where arithmetic is in 16 bits, ptxas lets each
  // product wait for the one before.
  kernels.addPass(createLegalizeArithPass(
      {{"emulate-small-floats"}, /*include16Bit=*/true}));
  kernels.addPass(lowp_gpu::createPlanSharedMemoryPass());
  kernels.addPass(lowp_gpu::createPlanTensorMemoryPass());
  kernels.addPass(lowp_gpu::createUnrollKPass());
  kernels.addPass(lowp_gpu::createDeferStoresPass());
  kernels.addPass(lowp_gpu::createMaterializePipelinesPass());
  kernels.addPass(lowp_gpu::createScheduleTilesPass());
  kernels.addPass(lowp_gpu::createSpecializeWarpsPass());
  modules.addPass(lowp_gpu::createConvertLowpGPUToNVVMPass());
  modules.addPass(createConvertNVVMToLLVMPass());
}

/// Fusions and linalg on buffers become generic kernels in NVVM.
static void addGenericKernels(OpPassManager &manager) {
  manager.addPass(createConvertFusionsToGPUPass());
  addCleanup(manager);
  manager.addNestedPass<func::FuncOp>(lowp_gpu::createDistributeCTAOpsPass());
  manager.addNestedPass<func::FuncOp>(lowp_gpu::createJoinLaunchesPass());
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToGPUPass());
  // Not for kernels of matmuls: they are long, and have nothing affine.
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createLowerAffinePass());
  addCleanup(functions);
  manager.addPass(createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
  manager.addPass(lowp_gpu::createPrepareLaunchesPass(
      {{"share-kernels", "overlap-launches"}}));

  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createLegalizeArithPass(
      {{"emulate-small-floats", "expand-float-casts", "small-floats-to-bytes",
        "expand-integer-divisions"}}));
  kernels.addPass(createLegalizeMathPass({{"prepare-generic-kernels"}}));
  kernels.addPass(memref::createExpandOpsPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  addCleanup(kernels);
  kernels.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(nvvm));
}

static void addSerialization(OpPassManager &manager,
                             const CompileOptions &options) {
  manager.addPass(createDivideKernelsPass({options.oneImage}));
  SerializePassOptions serialize;
  serialize.ptxVersion = options.ptxVersion;
  serialize.format = options.format;
  serialize.strict = options.strict;
  serialize.ptxas = options.ptxas;
  manager.addPass(createSerializePass(serialize));
}

/// Operations on buffers, each of which is a launch.
static void addLaunches(OpPassManager &manager, const CompileOptions &options) {
  addToTensors(manager, options);
  addToBuffers(manager);
  addVerification(manager, "launches");
}

void mlir::lowp::buildLaunchPipeline(OpPassManager &manager,
                                     const CompileOptions &options) {
  addProgram(manager, options);
  addLaunches(manager, options);
}

/// Launches share kernels and memory, in this order: those that run beside each
/// other keep what both touch.
static void addSharing(OpPassManager &manager, const CompileOptions &options) {
  if (options.reference)
    return;
  manager.addPass(createPairLaunchesPass());
  manager.addNestedPass<func::FuncOp>(createReuseBuffersPass());
}

/// Launches in the order in which they run.
static void addSchedule(OpPassManager &manager, const CompileOptions &options) {
  addLaunches(manager, options);
  addSharing(manager, options);
  manager.addPass(createReportTrafficPass({options.trafficFile}));
  if (!options.reference)
    manager.addPass(createAlternateOrderPass());
}

/// All kernels in NVVM, host code on buffers.
static void addKernels(OpPassManager &manager, const CompileOptions &options) {
  addMatmulKernels(manager, options);
  addGenericKernels(manager);
  manager.addPass(lowp_gpu::createPrepareLaunchesPass(
      {{"extern-shared-memory", "name-kernels"}}));
  addVerification(manager, "kernels");
}

void mlir::lowp::addImages(OpPassManager &manager,
                           const CompileOptions &options) {
  addKernels(manager, options);
  addSerialization(manager, options);
}

void mlir::lowp::buildImagePipeline(OpPassManager &manager,
                                    const CompileOptions &options) {
  addSchedule(manager, options);
  manager.addPass(createCompileKernelsPass(options));
}

void mlir::lowp::buildHostPipeline(OpPassManager &manager, Names names) {
  manager.addPass(createInsertChecksPass({{"hoist-checks"}}));
  // Here each use of a buffer is a launch, or leads to one.
  manager.addNestedPass<func::FuncOp>(createPlanWorkspacePass());
  manager.addPass(createMangleNamesPass());
  manager.addPass(createHostLaunchPass());
  addToLLVMDialect(manager);
  if (names == Names::Plain)
    manager.addPass(createMangleNamesPass({/*undo=*/true}));
  addVerification(manager, "host code");
}

void mlir::lowp::buildTrafficPipeline(OpPassManager &manager,
                                      const TrafficOptions &options) {
  CompileOptions compile = options.get();
  buildProgramPipeline(manager, compile);
  addLaunches(manager, compile);
  addSharing(manager, compile);
  std::string file = compile.trafficFile;
  manager.addPass(createReportTrafficPass({file.empty() ? "-" : file}));
}

void mlir::lowp::buildLowpToNVVMPipeline(OpPassManager &manager,
                                         const LowpToNVVMOptions &options) {
  buildProgramPipeline(manager, options.get());
  if (!options.serialize) {
    addSchedule(manager, options.get());
    return addKernels(manager, options.get());
  }
  buildImagePipeline(manager, options.get());
  if (options.host)
    buildHostPipeline(manager, Names::Plain);
}

void mlir::lowp::registerGPUPipelines() {
  registerModulePipeline<LowpToNVVMOptions>(
      "lowp-to-nvvm",
      "Lower to kernels for an NVIDIA GPU and host code that launches them",
      buildLowpToNVVMPipeline);
  registerModulePipeline<TrafficOptions>(
      "lowp-traffic",
      "Tell which launches a program has, what they move and take; make no "
      "kernels",
      buildTrafficPipeline);
}
