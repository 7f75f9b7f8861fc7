//===- NormalizeContractions.cpp - Sums of products become matmuls --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Graph/Contractions/Passes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_NORMALIZECONTRACTIONSPASS
#include "lowp/Graph/Contractions/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct NormalizeContractions
    : lowp::impl::NormalizeContractionsPassBase<NormalizeContractions> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"unfold-convolutions", unfoldConvolutions},
                         {"extract-factors", extractConstantFactors},
                         {"divide-contractions", divideContractions},
                         {"turn-results", turnResults},
                         {"drop-batches", dropBatches},
                         {"name-matmuls", nameMatmuls}})))
      signalPassFailure();
  }
};
} // namespace
