//===- KeptPoints.cpp - Points that an op leaves as they are --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/KeptPoints.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `value`, of the body of `op`, is the element of the destination at
/// the same point, for one user.
static bool isElementThere(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock() ||
      !argument.hasOneUse())
    return false;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  OpOperand *init = op.getDpsInitOperand(0);
  return operand->get() == init->get() &&
         op.getMatchingIndexingMap(operand) == op.getMatchingIndexingMap(init);
}

/// Whether `value` is the same for all points along `loop`, and whatever the
/// elements of `op` are.
static bool isOfRows(linalg::LinalgOp op, Value value, unsigned loop) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() != op.getBlock();
  Operation *maker = value.getDefiningOp();
  if (maker->getBlock() != op.getBlock())
    return true;
  if (auto index = dyn_cast<linalg::IndexOp>(maker))
    return index.getDim() != loop;
  // Its own elements change while it runs.
  if (auto load = dyn_cast<memref::LoadOp>(maker);
      load && load.getMemRef() == op.getDpsInits()[0])
    return false;
  if (!isa<memref::LoadOp>(maker) && !isPure(maker))
    return false;
  return llvm::all_of(maker->getOperands(), [&](Value operand) {
    return isOfRows(op, operand, loop);
  });
}

std::optional<KeptPoints> mlir::lowp::findKeptPoints(linalg::LinalgOp op) {
  unsigned numLoops = op.getNumLoops();
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      numLoops == 0 || op.getNumParallelLoops() != numLoops)
    return std::nullopt;
  Value buffer = op.getDpsInits()[0];
  if (llvm::count(op->getOperands(), buffer) > 2)
    return std::nullopt;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto select = yielded.getDefiningOp<arith::SelectOp>();
  if (!select || select->getBlock() != op.getBlock() || !select->hasOneUse() ||
      !isOfRows(op, select.getCondition(), numLoops - 1))
    return std::nullopt;
  for (bool ifTrue : {true, false}) {
    Value kept = ifTrue ? select.getTrueValue() : select.getFalseValue();
    if (isElementThere(op, kept))
      return KeptPoints{select, ifTrue};
  }
  return std::nullopt;
}
