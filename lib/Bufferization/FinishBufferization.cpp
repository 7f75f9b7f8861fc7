//===- FinishBufferization.cpp - Buffers that host code understands -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Bufferization/Passes.h"
#include "lowp/Dialect/Common/PassSteps.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FINISHBUFFERIZATIONPASS
#include "lowp/Bufferization/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct FinishBufferization
    : lowp::impl::FinishBufferizationPassBase<FinishBufferization> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"expand-dynamic-reshapes", expandDynamicReshapes},
                         {"results-to-arguments", resultsToArguments}})))
      signalPassFailure();
  }
};
} // namespace
