//===- LowpGPUToNVVM.cpp - The kernel level becomes NVVM ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpGPUToNVVM/LowpGPUToNVVM.h"
#include "LoweringRules.h"
#include "PopulatePatterns.h"
#include "lowp/Dialect/Common/KeepLoop.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_CONVERTLOWPGPUTONVVMPASS
#include "lowp/Conversion/LowpGPUToNVVM/LowpGPUToNVVM.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Types that look the same on every target.
static void addCommonTypeConversions(LLVMTypeConverter &converter) {
  converter.addConversion([](TensorMapType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  converter.addConversion([](MemRefType type) -> Type {
    return LLVM::LLVMPointerType::get(
        type.getContext(),
        static_cast<unsigned>(NVVM::NVVMMemorySpace::Global));
  });
  auto toI32 = [](Type type) -> Type {
    return IntegerType::get(type.getContext(), 32);
  };
  converter.addConversion([=](PipelineType type) { return toI32(type); });
  converter.addConversion([=](StageType type) { return toI32(type); });
  converter.addConversion([=](TileType type) { return toI32(type); });
  converter.addConversion([=](GroupsType type) { return toI32(type); });
}

static LogicalResult convertKernel(KernelOp kernel) {
  FailureOr<ChipTarget> chip = findChipTarget(kernel);
  if (failed(chip))
    return failure();
  if (!kernel.getSharedBytes() || !kernel.getWarps())
    return kernel.emitOpError("expected a kernel whose memory is planned and "
                              "whose warps are specialised; run "
                              "lowp-gpu-plan-shared-memory and "
                              "lowp-gpu-specialize-warps first");
  MLIRContext *context = kernel.getContext();
  LLVMTypeConverter converter(context);
  addCommonTypeConversions(converter);
  chip->target->addTypeConversions(converter);
  if (failed(verifyLowerable(kernel, converter)))
    return failure();

  KernelFrame frame;
  LLVM::LLVMFuncOp function = lowerKernelFunction(kernel, converter, frame);
  RewritePatternSet patterns(context);
  ConversionTarget target(*context);
  target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect,
                         arith::ArithDialect>();
  target.addIllegalDialect<LowpGPUDialect>();
  target.addLegalOp<UnrealizedConversionCastOp>();
  populateBarrierPatterns(converter, frame, patterns);
  populateCopyPatterns(converter, frame, patterns);
  populateGroupPatterns(converter, frame, patterns);
  populateWarpPatterns(converter, frame, patterns);
  chip->target->populatePatterns(converter, frame, patterns);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  if (failed(applyFullConversion(function, target, std::move(patterns))))
    return failure();
  // They are unrolled as far as the config says.
  function.walk(lowp::keepLoop);
  return success();
}

namespace {
struct ConvertLowpGPUToNVVM
    : public lowp_gpu::impl::ConvertLowpGPUToNVVMPassBase<
          ConvertLowpGPUToNVVM> {
  void runOnOperation() override {
    auto kernels =
        llvm::to_vector(getOperation().getBody()->getOps<KernelOp>());
    for (KernelOp kernel : kernels)
      if (failed(convertKernel(kernel)))
        return signalPassFailure();
  }
};
} // namespace
