//===- SimplifyReductions.cpp - Reductions that fuse ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Graph/Reductions/Passes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SIMPLIFYREDUCTIONSPASS
#include "lowp/Graph/Reductions/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct SimplifyReductions
    : lowp::impl::SimplifyReductionsPassBase<SimplifyReductions> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"decompose-softmax", decomposeSoftmax},
                         {"unroll-loops", unrollLoops},
                         {"reassociate-sums", reassociateSums},
                         {"simplify-across-rows", simplifyAcrossRows},
                         {"cse", mergeEqualOps},
                         {"merge-reductions", mergeReductions},
                         {"split-reductions", splitReductions},
                         {"unroll-sums", unrollSums},
                         {"erase-unused-results", eraseUnusedResults}})))
      signalPassFailure();
  }
};
} // namespace
