//===- LowerChecks.cpp - Checks become branches ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Common/PassSteps.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_LOWERCHECKSPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct LowerChecks : lowp::impl::LowerChecksPassBase<LowerChecks> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"return-on-failure", returnOnFailure},
                         {"convert-asserts", convertAsserts}})))
      signalPassFailure();
  }
};
} // namespace
