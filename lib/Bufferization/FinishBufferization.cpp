//===- FinishBufferization.cpp - Buffers that host code understands -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Bufferization/Passes.h"
#include "lowp/Dialect/Common/PassSteps.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FINISHBUFFERIZATIONPASS
#include "lowp/Bufferization/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// Otherwise each iteration would take workspace of its own.
static void hoistBuffers(func::FuncOp op) {
  bufferization::hoistBuffersFromLoops(op);
}

namespace {
struct FinishBufferization
    : lowp::impl::FinishBufferizationPassBase<FinishBufferization> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"hoist-buffers", hoistBuffers},
                         {"expand-dynamic-reshapes", expandDynamicReshapes},
                         {"results-to-arguments", resultsToArguments}})))
      signalPassFailure();
  }
};
} // namespace
