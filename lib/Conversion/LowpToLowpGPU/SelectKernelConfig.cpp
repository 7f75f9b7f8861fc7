//===- SelectKernelConfig.cpp - Chooses the config of each gemm -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Kernel/KernelConfig.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_SELECTKERNELCONFIGPASS
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
struct SelectKernelConfig
    : public lowp_gpu::impl::SelectKernelConfigPassBase<SelectKernelConfig> {
  using SelectKernelConfigPassBase::SelectKernelConfigPassBase;

  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](GemmOp gemm) {
      return succeeded(select(gemm)) ? WalkResult::advance()
                                     : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  LogicalResult select(GemmOp gemm) {
    StringRef name = LowpGPUDialect::getConfigAttrName();
    if (gemm->hasAttr(name) || !isa<MemRefType>(gemm.getInit().getType()))
      return success();
    FailureOr<GemmKernelSpec> spec = analyzeGemmKernel(gemm, ConfigAttr());
    if (failed(spec))
      return failure();
    SmallVector<ConfigCost> ranked =
        rankConfigs(*spec, &getContext(), expectedRows);
    if (ranked.empty())
      return gemm.emitOpError("expected a config that fits ")
             << spec->chip.facts->chip << ", found none for "
             << spec->problem.lhs.type << " and " << spec->problem.rhs.type;
    gemm->setAttr(name, ranked.front().config);
    remark::passed(gemm.getLoc(), remark::RemarkOpts::name("config-selected")
                                      .category("lowp-select-kernel-config"))
        << remark::add("{0}: about {1} cycles",
                       Attribute(ranked.front().config),
                       static_cast<int64_t>(ranked.front().cycles));
    return success();
  }
};
} // namespace
