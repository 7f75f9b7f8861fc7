//===- RegisterPasses.cpp - All passes a lowp tool knows ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Arith/Passes.h"
#include "lowp/Bufferization/Passes.h"
#include "lowp/Conversion/FusionToGPU/FusionToGPU.h"
#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"
#include "lowp/Conversion/LowpGPUToNVVM/LowpGPUToNVVM.h"
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h"
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h"
#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h"
#include "lowp/Fusion/Passes.h"
#include "lowp/Graph/Contractions/Passes.h"
#include "lowp/Graph/Groups/Passes.h"
#include "lowp/Graph/Reductions/Passes.h"
#include "lowp/Graph/Scalars/Passes.h"
#include "lowp/Graph/Shapes/Passes.h"
#include "lowp/InitAll.h"
#include "lowp/Layout/Passes.h"
#include "lowp/Math/Passes.h"
#include "lowp/Pipelines/Passes.h"
#include "lowp/Pipelines/Pipelines.h"
#include "lowp/Recipes/Passes.h"
#include "lowp/Target/Passes.h"
#include "lowp/Traffic/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// lowp's own passes, library by library.
static void registerOwnPasses() {
  lowp::registerLowpTargetPasses();
  lowp::registerLowpHostLaunchPasses();
  lowp::registerLowpFusionToGPUPasses();
  lowp::registerLowpLinalgToGPUPasses();
  lowp::registerLowpPasses();
  lowp::registerLowpArithPasses();
  lowp::registerLowpBufferizationPasses();
  lowp_gpu::registerLowpGPUCTAPasses();
  lowp_gpu::registerLowpGPUKernelPasses();
  lowp_gpu::registerLowpGPULaunchPasses();
  lowp::registerLowpFusionPasses();
  lowp::registerLowpContractionsPasses();
  lowp::registerLowpGroupsPasses();
  lowp::registerLowpReductionsPasses();
  lowp::registerLowpScalarsPasses();
  lowp::registerLowpShapesPasses();
  lowp_gpu::registerLowpLayoutPasses();
  lowp::registerLowpMathPasses();
  lowp_gpu::registerLowpRecipesPasses();
  lowp::registerLowpTrafficPasses();
  lowp::registerLowpToLinalgPasses();
  lowp::registerFrontEndToLinalgPasses();
  lowp_gpu::registerLowpGPUToNVVMPasses();
  lowp_gpu::registerLowpToLowpGPUPasses();
}

/// Pipelines, which order the passes.
static void registerLowpPipelines() {
  lowp::registerLowpPipelinePasses();
  lowp::registerCPUPipeline();
  lowp::registerExplainPipeline();
  lowp::registerGPUPipelines();
}

static void registerUpstreamTransforms() {
  registerTransformsPasses();
  affine::registerAffinePasses();
  arith::registerArithPasses();
  bufferization::registerBufferizationPasses();
  memref::registerMemRefPasses();
  registerGPUPasses();
  registerLinalgPasses();
  registerSCFPasses();
  vector::registerVectorPasses();
}

static void registerUpstreamConversions() {
  registerArithToAPFloatConversionPass();
  registerArithToLLVMConversionPass();
  registerConvertBufferizationToMemRefPass();
  registerConvertControlFlowToLLVMPass();
  registerConvertFuncToLLVMPass();
  registerConvertGpuOpsToNVVMOps();
  registerConvertIndexToLLVMPass();
  registerConvertMathToLLVMPass();
  registerConvertMathToLibmPass();
  registerConvertNVVMToLLVMPass();
  registerConvertToLLVMPass();
  registerConvertVectorToLLVMPass();
  registerConvertVectorToSCF();
  registerFinalizeMemRefToLLVMConversionPass();
  registerLowerAffinePass();
  registerReconcileUnrealizedCastsPass();
  registerSCFToControlFlowPass();
  registerUBToLLVMConversionPass();
}

void lowp::registerAllPasses() {
  // A pass must not be registered twice; a static is initialised once.
  [[maybe_unused]] static const bool once = [] {
    registerOwnPasses();
    registerLowpPipelines();
    registerUpstreamTransforms();
    registerUpstreamConversions();
    return true;
  }();
}
