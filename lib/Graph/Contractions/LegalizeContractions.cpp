//===- LegalizeContractions.cpp - Contractions that chips multiply --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Graph/Contractions/Passes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_LEGALIZECONTRACTIONSPASS
#include "lowp/Graph/Contractions/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct LegalizeContractions
    : lowp::impl::LegalizeContractionsPassBase<LegalizeContractions> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"round-matmuls",
                          [&](Operation *op) {
                            return roundMatmuls(op, f32Matmuls), success();
                          }},
                         {"widen-sums", widenSums},
                         {"split-matmuls", splitMatmuls}})))
      signalPassFailure();
  }
};
} // namespace
