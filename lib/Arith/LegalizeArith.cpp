//===- LegalizeArith.cpp - Arithmetic that targets have -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Arith/Passes.h"
#include "lowp/Dialect/Common/PassSteps.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_LEGALIZEARITHPASS
#include "lowp/Arith/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct LegalizeArith : lowp::impl::LegalizeArithPassBase<LegalizeArith> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"guard-float-casts", guardFloatCasts},
                         {"emulate-small-floats",
                          [&](Operation *op) {
                            return emulateSmallFloats(op, include16Bit);
                          }},
                         {"expand-float-casts",
                          [&](Operation *op) {
                            return expandFloatCasts(op, include16Bit);
                          }},
                         {"small-floats-to-bytes", smallFloatsToBytes},
                         {"expand-integer-divisions", expandIntegerDivisions},
                         {"small-floats-to-integers", smallFloatsToIntegers}})))
      signalPassFailure();
  }
};
} // namespace
