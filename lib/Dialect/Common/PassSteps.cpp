//===- PassSteps.cpp - Passes of several steps ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Common/PassSteps.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace mlir::lowp;

static LogicalResult verifyNames(Operation *op, ArrayRef<std::string> only,
                                 ArrayRef<PassStep> steps) {
  for (StringRef name : only) {
    if (llvm::any_of(steps,
                     [&](const PassStep &step) { return step.name == name; }))
      continue;
    InFlightDiagnostic error =
        emitError(op->getLoc(), "expected option 'only' to name steps of ");
    llvm::interleaveComma(steps, error,
                          [&](const PassStep &step) { error << step.name; });
    return error << ", got '" << name << "'";
  }
  return success();
}

LogicalResult mlir::lowp::runSteps(Operation *op, ArrayRef<std::string> only,
                                   ArrayRef<PassStep> steps) {
  if (failed(verifyNames(op, only, steps)))
    return failure();
  for (const PassStep &step : steps)
    if ((only.empty() || llvm::is_contained(only, step.name)) &&
        failed(step.run(op)))
      return failure();
  return success();
}

void mlir::lowp::mergeEqualOps(Operation *op) {
  IRRewriter rewriter(op->getContext());
  DominanceInfo dominance(op);
  eliminateCommonSubExpressions(rewriter, dominance, op);
}
