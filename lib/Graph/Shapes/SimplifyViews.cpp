//===- SimplifyViews.cpp - Views that other passes look through -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Graph/Shapes/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SIMPLIFYVIEWSPASS
#include "lowp/Graph/Shapes/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct SimplifyViews : lowp::impl::SimplifyViewsPassBase<SimplifyViews> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"guard-views", guardViews},
                         {"drop-unit-dims", dropUnitDims},
                         {"simplify-reshapes",
                          [&](Operation *op) {
                            return simplifyReshapes(
                                op, [&](OpPassManager &passes) {
                                  return runPipeline(passes, op);
                                });
                          }},
                         {"merge-sizes", mergeSizes},
                         {"collapse-rows", collapseRows}})))
      signalPassFailure();
  }
};
} // namespace
