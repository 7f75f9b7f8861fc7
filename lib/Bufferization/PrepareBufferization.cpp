//===- PrepareBufferization.cpp - Tensors that need no copies -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Bufferization/Passes.h"
#include "lowp/Dialect/Common/PassSteps.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PREPAREBUFFERIZATIONPASS
#include "lowp/Bufferization/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct PrepareBufferization
    : lowp::impl::PrepareBufferizationPassBase<PrepareBufferization> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"duplicate-fills", duplicateFills},
                         {"tie-loop-values", tieLoopValues},
                         {"protect-arguments", protectArguments},
                         {"separate-destinations", separateDestinations},
                         {"keep-old-values", keepOldValues},
                         {"place-updates", placeUpdates}})))
      signalPassFailure();
  }
};
} // namespace
