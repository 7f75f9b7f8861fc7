//===- FormFusions.cpp - One function for each kernel of fused ops --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionPlan.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Fusion/Passes.h"

#include <deque>

namespace mlir::lowp {
#define GEN_PASS_DEF_FORMFUSIONSPASS
#include "lowp/Fusion/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// A plan for each block that may have fusions.
static std::deque<FusionPlan> listPlans(Operation *op) {
  std::deque<FusionPlan> plans;
  op->walk([&](Block *block) {
    if (!isa<linalg::LinalgOp, FusionOp>(block->getParentOp()))
      plans.emplace_back(*block);
  });
  return plans;
}

static void emit(std::deque<FusionPlan> &plans) {
  for (FusionPlan &plan : plans)
    plan.emit();
}

namespace {
struct FormFusions : lowp::impl::FormFusionsPassBase<FormFusions> {
  using Base::Base;

  void runOnOperation() override {
    std::deque<FusionPlan> plans = listPlans(getOperation());
    auto phase = [&](StringRef name, auto edit) {
      return PassStep(name, [&plans, edit](Operation *) {
        llvm::for_each(plans, edit);
        return success();
      });
    };
    auto afterEmission = [&](StringRef name, auto step) {
      return PassStep(name, [&plans, step](Operation *op) {
        emit(plans);
        step(cast<ModuleOp>(op));
        return success();
      });
    };
    if (failed(runSteps(
            getOperation(), *only,
            {phase("group-operations",
                   [&](FusionPlan &plan) { plan.form(maxRow); }),
             phase("recompute-results",
                   [](FusionPlan &plan) { plan.recompute(); }),
             phase("merge-fusions", [](FusionPlan &plan) { plan.merge(); }),
             afterEmission("cse", mergeEqualOps),
             afterEmission("outline-fusions", outlineFusions)})))
      return signalPassFailure();
    emit(plans);
  }
};
} // namespace
