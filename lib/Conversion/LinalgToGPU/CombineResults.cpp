//===- CombineResults.cpp - Results of several threads --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineResults.h"

#include "lowp/Graph/Analysis/ReductionParts.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::lowp;

Value mlir::lowp::combineResults(OpBuilder &builder, linalg::LinalgOp op,
                                 unsigned index, Value first, Value second) {
  Operation *combiner = matchCombiners(op)[index];
  OperationState state(op.getLoc(), combiner->getName(), {first, second},
                       combiner->getResultTypes());
  return builder.create(state)->getResult(0);
}

void mlir::lowp::combineIntoOutputs(
    OpBuilder &builder, linalg::LinalgOp op, const Payload &payload,
    ValueRange ivs, ValueRange values,
    std::optional<arith::AtomicRMWKind> atomic) {
  if (atomic) {
    OpOperand *init = op.getDpsInitOperand(0);
    memref::AtomicRMWOp::create(builder, op.getLoc(), values[0].getType(),
                                *atomic, values[0], payload.getBuffer(init),
                                payload.getIndices(builder, init, ivs));
    return;
  }
  SmallVector<Value> combined;
  for (auto [index, held] : llvm::enumerate(payload.loadOutputs(builder, ivs)))
    combined.push_back(combineResults(builder, op, index, held, values[index]));
  payload.storeOutputs(builder, ivs, combined);
}
