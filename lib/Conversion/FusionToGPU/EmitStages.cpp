//===- EmitStages.cpp - Results that are made one after the other ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stage begins with nothing in registers: it reads its inputs again, which
// the cache still has, and writes to the shared memory of the stage before.
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "mlir/Analysis/SliceAnalysis.h"

using namespace mlir;
using namespace mlir::lowp;

void FusionEmitter::emitStage(ValueRange results) {
  Block &body = function.getBody().front();
  BackwardSliceOptions options;
  options.omitUsesFromAbove = false;
  options.inclusive = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == &body &&
           llvm::none_of(op->getResults(), [&](Value result) {
             return llvm::is_contained(written, result);
           });
  };
  llvm::SetVector<Operation *> slice;
  for (Value result : results)
    if (Operation *op = result.getDefiningOp())
      (void)getBackwardSlice(op, &slice, options);
  for (Operation &op : body.without_terminator()) {
    if (!slice.contains(&op))
      continue;
    b.setLoc(op.getLoc());
    emitOp(op);
  }
  for (Value result : results)
    storeResult(result);
}

void FusionEmitter::emitStages() {
  ValueRange results =
      function.getBody().front().getTerminator()->getOperands();
  for (int64_t count : getStages(function, results.size())) {
    if (!written.empty()) {
      values.clear();
      // Writes of the stage before are there, and its shared memory is free.
      gpu::BarrierOp::create(b);
    }
    emitStage(results.take_front(count));
    llvm::append_range(written, results.take_front(count));
    results = results.drop_front(count);
  }
}
