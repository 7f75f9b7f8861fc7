//===- VerifyKernelConfig.cpp - Checks the config of each gemm ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptySums.h"

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Kernel/Config/KernelConfig.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_VERIFYKERNELCONFIGPASS
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
struct VerifyKernelConfig
    : public lowp_gpu::impl::VerifyKernelConfigPassBase<VerifyKernelConfig> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](GemmOp gemm) {
      return succeeded(verify(gemm)) ? WalkResult::advance()
                                     : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  LogicalResult verify(GemmOp gemm) {
    bool isChosen = gemm->hasAttr(LowpGPUDialect::getConfigAttrName()) &&
                    !addsNothing(gemm);
    return success(!isChosen || succeeded(analyzeGemmKernels(gemm)));
  }
};
} // namespace
