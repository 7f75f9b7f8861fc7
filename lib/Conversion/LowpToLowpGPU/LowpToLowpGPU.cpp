//===- LowpToLowpGPU.cpp - Gemms become kernels and launches --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "DescribeGemm.h"
#include "EmptySums.h"
#include "HostSide.h"
#include "lowp/Dialect/Lowp/IR/KernelWork.h"
#include "lowp/Kernel/Config/KernelConfig.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_CONVERTLOWPTOLOWPGPUPASS
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kModuleName = "lowp_gemms";

namespace {
struct ConvertLowpToLowpGPU
    : public lowp_gpu::impl::ConvertLowpToLowpGPUPassBase<
          ConvertLowpToLowpGPU> {
  void runOnOperation() override {
    known.clear();
    SmallVector<GemmOp> gemms;
    getOperation().walk([&](GemmOp gemm) {
      if (isa<MemRefType>(gemm.getInit().getType()) && addsNothing(gemm))
        convertEmpty(gemm);
      else if (gemm->hasAttr(LowpGPUDialect::getConfigAttrName()))
        gemms.push_back(gemm);
    });
    if (gemms.empty())
      return;
    OpBuilder builder(&getContext());
    builder.setInsertionPointToEnd(getOperation().getBody());
    kernels =
        gpu::GPUModuleOp::create(builder, getOperation().getLoc(), kModuleName);
    for (GemmOp gemm : gemms)
      if (failed(convert(gemm)))
        return signalPassFailure();
  }

  static void convertEmpty(GemmOp gemm) {
    ImplicitLocOpBuilder builder(gemm.getLoc(), gemm);
    buildEmptySum(builder, gemm);
    gemm.erase();
  }

  LogicalResult convert(GemmOp gemm) {
    // A launch names its kernel in the module around it.
    if (gemm->getParentOfType<ModuleOp>() != getOperation())
      return gemm.emitOpError("expected to be in the module that is compiled, "
                              "got a module within it; compile that one");
    FailureOr<SmallVector<GemmKernelSpec, 0>> specs = analyzeGemmKernels(gemm);
    if (failed(specs))
      return failure();
    auto kernels = llvm::map_to_vector(
        *specs, [&](const auto &spec) { return getKernel(gemm, spec); });
    buildGemmLaunch(gemm, *specs, kernels);
    return success();
  }

  /// The kernel of an equal gemm and config seen before, or a new one.
  SymbolRefAttr getKernel(GemmOp gemm, const GemmKernelSpec &spec) {
    auto key = getKey(gemm, spec);
    KernelOp &kernel = known[key];
    bool isNew = !kernel;
    if (isNew) {
      OpBuilder builder(kernels.getBodyRegion());
      builder.setInsertionPointToEnd(kernels.getBody());
      kernel = buildGemmKernel(
          builder, addKernelWork(gemm.getLoc(), describeGemm(spec)),
          "gemm_" + std::to_string(known.size() - 1), spec);
      if (gemm->hasAttr(LowpGPUDialect::getDescendingAttrName()))
        kernel->setAttr(LowpGPUDialect::getDescendingAttrName(),
                        builder.getUnitAttr());
    }
    noteGemm(kernel, isNew, gemm);
    return SymbolRefAttr::get(
        kernels.getSymNameAttr(),
        {FlatSymbolRefAttr::get(kernel.getSymNameAttr())});
  }

  /// Adds the number of `gemm` to those of its kernel, which has them as long
  /// as the cost model chose the config for all of them.
  static void noteGemm(KernelOp kernel, bool isNew, GemmOp gemm) {
    StringRef name = LowpGPUDialect::getGemmsAttrName();
    auto chosen = gemm->getAttrOfType<ArrayAttr>(
        LowpGPUDialect::getModelConfigsAttrName());
    auto number = gemm->getAttrOfType<DenseI64ArrayAttr>(name);
    auto before = kernel->getAttrOfType<DenseI64ArrayAttr>(name);
    bool canChange = chosen && number &&
                     llvm::is_contained(chosen, kernel.getConfig()) &&
                     (isNew || before);
    if (!canChange) {
      kernel->removeAttr(name);
      return;
    }
    SmallVector<int64_t> numbers;
    if (before)
      llvm::append_range(numbers, before.asArrayRef());
    llvm::append_range(numbers, number.asArrayRef());
    kernel->setAttr(name, DenseI64ArrayAttr::get(kernel.getContext(), numbers));
  }

  /// All that a kernel depends on.
  ArrayAttr getKey(GemmOp gemm, const GemmKernelSpec &spec) {
    Builder builder(&getContext());
    SmallVector<Type> operands(gemm->getOperandTypes());
    return builder.getArrayAttr(
        {gemm->getPropertiesAsAttribute(), builder.getTypeArrayAttr(operands),
         spec.config, builder.getStringAttr(spec.chip.facts->name),
         builder.getStringAttr(printEpilogue(gemm)),
         builder.getBoolAttr(
             gemm->hasAttr(LowpGPUDialect::getDescendingAttrName()))});
  }

  /// The region as text, in which values are counted from the first argument.
  static std::string printEpilogue(GemmOp gemm) {
    std::string text;
    if (!gemm.hasEpilogue())
      return text;
    llvm::raw_string_ostream stream(text);
    llvm::DenseMap<Value, size_t> numbers;
    for (Value argument : gemm.getEpilogueBody().getArguments())
      numbers.try_emplace(argument, numbers.size());
    for (Operation &op : gemm.getEpilogueBody()) {
      stream << op.getName() << op.getAttrDictionary();
      for (Value operand : op.getOperands())
        stream << " " << numbers.lookup(operand);
      for (Value result : op.getResults()) {
        stream << " : " << result.getType();
        numbers.try_emplace(result, numbers.size());
      }
      stream << "; ";
    }
    return text;
  }

  gpu::GPUModuleOp kernels;
  llvm::DenseMap<Attribute, KernelOp> known;
};
} // namespace
