//===- Reads.cpp - Which loops a read of memory depends on ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

int64_t mlir::lowp::countElementBytes(Type type) {
  return static_cast<int64_t>(
      DataLayout().getTypeSize(getElementTypeOrSelf(type)).getFixedValue());
}

static Read getReadOfInput(AffineMap map, Type type) {
  Read read{llvm::SmallBitVector(map.getNumDims()),
            llvm::SmallBitVector(map.getNumDims()),
            {},
            getElementTypeOrSelf(type)};
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
    read.loops[loop] = map.isFunctionOfDim(loop);
  AffineExpr last;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    // A dimension of size 1 has no neighbours.
    if (cast<ShapedType>(type).getDimSize(dim) == 1)
      continue;
    last = expr;
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      read.order.push_back(loop.getPosition());
  }
  if (auto loop = dyn_cast_or_null<AffineDimExpr>(last))
    read.contiguousLoops.set(loop.getPosition());
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

/// Adds to `loops` those with which `value` grows by one, as a sum of loop
/// indices and other terms does.
static void collectUnitLoops(Value value, Block *body,
                             llvm::SmallBitVector &loops) {
  if (auto index = value.getDefiningOp<linalg::IndexOp>()) {
    loops.set(index.getDim());
  } else if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    Value terms[] = {sum.getLhs(), sum.getRhs()};
    for (unsigned i = 0; i < 2; ++i) {
      llvm::SmallBitVector ofTerm(loops.size()), ofOther(loops.size());
      collectUnitLoops(terms[i], body, ofTerm);
      collectLoops(terms[1 - i], body, ofOther);
      loops |= ofTerm.reset(ofOther);
    }
  }
}

static Read getReadOfLoad(memref::LoadOp load, unsigned numLoops) {
  Read read{llvm::SmallBitVector(numLoops),
            llvm::SmallBitVector(numLoops),
            {},
            load.getType()};
  Block *body = load->getBlock();
  for (Value index : load.getIndices())
    collectLoops(index, body, read.loops);
  if (!load.getIndices().empty())
    collectUnitLoops(load.getIndices().back(), body, read.contiguousLoops);
  return read;
}

SmallVector<Read> mlir::lowp::getReads(linalg::LinalgOp op) {
  SmallVector<Read> reads;
  for (OpOperand *input : op.getDpsInputOperands())
    if (!op.getMatchingBlockArgument(input).use_empty())
      reads.push_back(getReadOfInput(op.getMatchingIndexingMap(input),
                                     input->get().getType()));
  for (auto load : op.getBlock()->getOps<memref::LoadOp>())
    reads.push_back(getReadOfLoad(load, op.getNumLoops()));
  return reads;
}
