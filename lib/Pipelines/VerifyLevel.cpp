//===- VerifyLevel.cpp - Levels end in valid modules ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Passes.h"

#include "VerifyProgram.h"

#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"
#include "lowp/Fusion/VerifyFusion.h"

#include "mlir/IR/Verifier.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_VERIFYLEVELPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct VerifyLevel : lowp::impl::VerifyLevelPassBase<VerifyLevel> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(verify(getOperation())))
      return reportInvalid();
    if (failed(verifyPromises()))
      signalPassFailure();
  }

private:
  /// Verifies what the level promises and upstream's verifiers cannot know.
  LogicalResult verifyPromises() {
    if (level == "program")
      return verifyProgram(getOperation(), allowKernels);
    if (level == "launches")
      return verifyFusions(getOperation());
    if (level == "kernels")
      for (auto function : getOperation().getOps<func::FuncOp>())
        if (failed(verifyHostCode(function)))
          return failure();
    return success();
  }

  void reportInvalid() {
    mlir::emitError(getOperation().getLoc())
        << "expected the passes that make " << level
        << " to leave a valid module, got the error above: a bug of lowp; "
           "lowp-opt, which verifies after each pass, names it";
    signalPassFailure();
  }
};
} // namespace
