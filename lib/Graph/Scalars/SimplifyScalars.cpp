//===- SimplifyScalars.cpp - Elements that bodies compute -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Graph/Scalars/Passes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SIMPLIFYSCALARSPASS
#include "lowp/Graph/Scalars/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct SimplifyScalars : lowp::impl::SimplifyScalarsPassBase<SimplifyScalars> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"read-offsets", readOffsets},
                         {"fold-positions", foldPositions},
                         {"simplify-generics", simplifyGenerics},
                         {"lift-reads", liftReads}})))
      signalPassFailure();
  }
};
} // namespace
