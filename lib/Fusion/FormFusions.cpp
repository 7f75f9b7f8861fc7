//===- FormFusions.cpp - One function for each kernel of fused ops --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Fusion/Passes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FORMFUSIONSPASS
#include "lowp/Fusion/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct FormFusions : lowp::impl::FormFusionsPassBase<FormFusions> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"group-operations",
                          [&](Operation *op) {
                            return groupOperations(op, maxRow), success();
                          }},
                         {"recompute-results", recomputeResults},
                         {"cse", mergeEqualOps},
                         {"merge-fusions", mergeFusions},
                         {"repeat-scales", repeatScales},
                         {"outline-fusions", outlineFusions}})))
      signalPassFailure();
  }
};
} // namespace
