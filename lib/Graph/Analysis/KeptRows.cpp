//===- KeptRows.cpp - Rows of an operand that an op hands on --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/KeptRows.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// The operand whose element at the point of the destination `value` is, for
/// one user; null otherwise.
static OpOperand *findElementThere(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock() ||
      !argument.hasOneUse())
    return nullptr;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  bool isThere = op.getMatchingIndexingMap(operand) ==
                 op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return isThere ? operand : nullptr;
}

/// Whether the elements of `argument`, of the body of `op`, are the same for
/// all points along `loop`, and not written by `op`.
static bool isOfRows(linalg::LinalgOp op, BlockArgument argument,
                     unsigned loop) {
  OpOperand *operand = op.getMatchingOpOperand(argument);
  return op.isDpsInput(operand) && operand->get() != op.getDpsInits()[0] &&
         !op.getMatchingIndexingMap(operand).isFunctionOfDim(loop);
}

/// Whether `value` is the same for all points along `loop`, and whatever the
/// elements of the destination of `op` are.
static bool isOfRows(linalg::LinalgOp op, Value value, unsigned loop) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() != op.getBlock() || isOfRows(op, argument, loop);
  Operation *maker = value.getDefiningOp();
  if (maker->getBlock() != op.getBlock())
    return true;
  if (auto index = dyn_cast<linalg::IndexOp>(maker))
    return index.getDim() != loop;
  // The op's own elements change while it runs.
  if (llvm::is_contained(maker->getOperands(), op.getDpsInits()[0]))
    return false;
  if (!isPure(maker) && !hasSingleEffect<MemoryEffects::Read>(maker))
    return false;
  return llvm::all_of(maker->getOperands(), [&](Value operand) {
    return isOfRows(op, operand, loop);
  });
}

std::optional<KeptRows> mlir::lowp::matchKeptRows(linalg::LinalgOp op) {
  unsigned numLoops = op.getNumLoops();
  if (op.getNumDpsInits() != 1 || numLoops == 0 ||
      op.getNumParallelLoops() != numLoops)
    return std::nullopt;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto select = yielded.getDefiningOp<arith::SelectOp>();
  if (!select || select->getBlock() != op.getBlock() || !select->hasOneUse() ||
      !isOfRows(op, select.getCondition(), numLoops - 1))
    return std::nullopt;
  for (bool ifTrue : {true, false}) {
    Value value = ifTrue ? select.getTrueValue() : select.getFalseValue();
    if (OpOperand *kept = findElementThere(op, value))
      return KeptRows{select, kept, ifTrue};
  }
  return std::nullopt;
}

/// Whether `value`, of the body of `op`, is one for all points and is read from
/// memory.
static bool isReadOnce(linalg::LinalgOp op, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == op.getBlock() &&
           op.getMatchingIndexingMap(op.getMatchingOpOperand(argument))
               .isConstant();
  Operation *maker = value.getDefiningOp();
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(maker))
    return isReadOnce(op, maker->getOperand(0));
  auto isOutside = [&](Value place) {
    return !op->isAncestor(place.getParentBlock()->getParentOp()) ||
           matchPattern(place, m_Constant());
  };
  return !isPure(maker) && hasSingleEffect<MemoryEffects::Read>(maker) &&
         llvm::all_of(maker->getOperands(), isOutside);
}

/// Whether `value` is the index of a point, in any type.
static bool isIndex(Value value) {
  Operation *maker = value.getDefiningOp();
  if (isa_and_nonnull<arith::IndexCastOp>(maker))
    return isIndex(maker->getOperand(0));
  return isa_and_nonnull<linalg::IndexOp>(maker);
}

bool mlir::lowp::keepsRowsBeforeNumber(linalg::LinalgOp op,
                                       const KeptRows &rows) {
  using arith::CmpIPredicate;
  arith::SelectOp select = rows.select;
  auto compared = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compared || !isIndex(compared.getLhs()) ||
      !isReadOnce(op, compared.getRhs()))
    return false;
  CmpIPredicate predicate = compared.getPredicate();
  if (!rows.keepsIfTrue)
    predicate = arith::invertPredicate(predicate);
  return predicate == CmpIPredicate::slt || predicate == CmpIPredicate::ult;
}
