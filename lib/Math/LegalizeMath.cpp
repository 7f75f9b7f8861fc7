//===- LegalizeMath.cpp - Functions that targets have ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Math/Passes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_LEGALIZEMATHPASS
#include "lowp/Math/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct LegalizeMath : lowp::impl::LegalizeMathPassBase<LegalizeMath> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"allow-approximations", allowApproximations},
                         {"prepare-generic-kernels", prepareGenericKernels},
                         {"call-libm", callLibm}})))
      signalPassFailure();
  }
};
} // namespace
