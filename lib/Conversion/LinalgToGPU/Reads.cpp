//===- Reads.cpp - Which loops a read of memory depends on ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reads.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::lowp;

static Read getReadOfInput(AffineMap map) {
  Read read{llvm::SmallBitVector(map.getNumDims()),
            llvm::SmallBitVector(map.getNumDims())};
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop) {
    read.loops[loop] = map.isFunctionOfDim(loop);
    read.lastLoops[loop] = map.getNumResults() != 0 &&
                           map.getResults().back().isFunctionOfDim(loop);
  }
  return read;
}

/// Adds to `loops` those that `value`, computed in the body, depends on.
static void collectLoops(Value value, Block *body,
                         llvm::SmallBitVector &loops) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != body)
    return;
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    loops.set(index.getDim());
  for (Value operand : op->getOperands())
    collectLoops(operand, body, loops);
}

static Read getReadOfLoad(memref::LoadOp load, unsigned numLoops) {
  Read read{llvm::SmallBitVector(numLoops), llvm::SmallBitVector(numLoops)};
  for (Value index : load.getIndices()) {
    read.lastLoops.reset();
    collectLoops(index, load->getBlock(), read.lastLoops);
    read.loops |= read.lastLoops;
  }
  return read;
}

SmallVector<Read> mlir::lowp::getReads(linalg::LinalgOp op) {
  SmallVector<Read> reads;
  for (OpOperand *input : op.getDpsInputOperands())
    if (!op.getMatchingBlockArgument(input).use_empty())
      reads.push_back(getReadOfInput(op.getMatchingIndexingMap(input)));
  for (auto load : op.getBlock()->getOps<memref::LoadOp>())
    reads.push_back(getReadOfLoad(load, op.getNumLoops()));
  return reads;
}
