//===- CompileKernels.cpp - Images, with configs that fit -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileKernels.h"

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Pipelines/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/SetVector.h"

#include <map>

namespace mlir::lowp {
#define GEN_PASS_DEF_COMPILEKERNELSPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;
using lowp_gpu::LowpGPUDialect;

namespace {
/// The configs that each gemm must not have, by its number.
using DroppedConfigs = std::map<int64_t, llvm::SetVector<Attribute>>;

struct CompileKernels : lowp::impl::CompileKernelsPassBase<CompileKernels> {
  CompileKernels() = default;
  CompileKernels(const CompileKernels &other) : Base(other) {}
  explicit CompileKernels(const CompileOptions &given) {
#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  field = given.field;
#include "lowp/Pipelines/CompileOptions.def"
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    makePipeline(CompileOptions()).getDependentDialects(registry);
  }

  void runOnOperation() override;

private:
  using Base = lowp::impl::CompileKernelsPassBase<CompileKernels>;

  CompileOptions getOptions() const;
  static OpPassManager makePipeline(const CompileOptions &options);

#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  Option<type> field{*this, key, llvm::cl::init(value), __VA_ARGS__};
#include "lowp/Pipelines/CompileOptions.def"
};
} // namespace

CompileOptions CompileKernels::getOptions() const {
  CompileOptions options;
#define LOWP_COMPILE_OPTION(type, field, key, value, compileHelp, runHelp,     \
                            ...)                                               \
  options.field = field.getValue();
#include "lowp/Pipelines/CompileOptions.def"
  return options;
}

OpPassManager CompileKernels::makePipeline(const CompileOptions &options) {
  OpPassManager manager(ModuleOp::getOperationName());
  addImages(manager, options);
  return manager;
}

/// Gives numbers to the gemms whose config is still to be chosen; returns how
/// many there are.
static int64_t numberGemms(ModuleOp module) {
  int64_t count = 0;
  module.walk([&](GemmOp gemm) {
    if (!gemm->hasAttr(LowpGPUDialect::getConfigAttrName()))
      gemm->setAttr(LowpGPUDialect::getGemmsAttrName(),
                    DenseI64ArrayAttr::get(module.getContext(), {count++}));
  });
  return count;
}

/// Adds the configs of kernels that the assembler left without an image.
/// Returns whether there are any.
static bool collectDropped(ModuleOp module, DroppedConfigs &dropped) {
  bool any = false;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    for (Operation &kernel : kernels.getOps()) {
      if (!kernel.hasAttr(LowpGPUDialect::getSpilledAttrName()))
        continue;
      any = true;
      for (int64_t gemm : kernel
                              .getAttrOfType<DenseI64ArrayAttr>(
                                  LowpGPUDialect::getGemmsAttrName())
                              .asArrayRef())
        dropped[gemm].insert(
            kernel.getAttr(LowpGPUDialect::getConfigAttrName()));
    }
  return any;
}

/// Makes `module` what `before` was.
static void restore(ModuleOp module, ModuleOp before) {
  module->setAttrs(before->getAttrDictionary());
  module.getBodyRegion().takeBody(before.getBodyRegion());
}

/// Writes down at each gemm what it must not have.
static void markDropped(ModuleOp module, const DroppedConfigs &dropped) {
  module.walk([&](GemmOp gemm) {
    auto numbers = gemm->getAttrOfType<DenseI64ArrayAttr>(
        LowpGPUDialect::getGemmsAttrName());
    auto found = numbers ? dropped.find(numbers[0]) : dropped.end();
    if (found != dropped.end())
      gemm->setAttr(
          LowpGPUDialect::getDroppedConfigsAttrName(),
          ArrayAttr::get(module.getContext(), found->second.getArrayRef()));
  });
}

void CompileKernels::runOnOperation() {
  ModuleOp module = getOperation();
  // Without a choice there is nothing to come back to.
  OwningOpRef<ModuleOp> before;
  DroppedConfigs dropped;
  bool hasChoice = numberGemms(module) > 0;
  while (true) {
    if (hasChoice)
      before = module.clone();
    OpPassManager pipeline = makePipeline(getOptions());
    if (failed(runPipeline(pipeline, module)))
      return signalPassFailure();
    if (!collectDropped(module, dropped))
      return;
    restore(module, *before);
    markDropped(module, dropped);
  }
}

std::unique_ptr<Pass>
mlir::lowp::createCompileKernelsPass(const CompileOptions &options) {
  return std::make_unique<CompileKernels>(options);
}
