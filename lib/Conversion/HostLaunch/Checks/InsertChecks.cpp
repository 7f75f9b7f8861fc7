//===- InsertChecks.cpp - Checks of what a call gives ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Common/PassSteps.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_INSERTCHECKSPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct InsertChecks : lowp::impl::InsertChecksPassBase<InsertChecks> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"check-shapes",
                          [&](Operation *op) {
                            for (auto function :
                                 cast<ModuleOp>(op).getOps<func::FuncOp>())
                              checkShapes(function, checkBodies);
                            return success();
                          }},
                         {"check-numbers", checkNumbers},
                         {"check-allocations", checkAllocations},
                         {"hoist-checks", hoistChecks}})))
      signalPassFailure();
  }
};
} // namespace
