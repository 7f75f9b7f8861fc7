//===- ReductionParts.cpp - Reductions over parts of their rows -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/ReductionParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// The loop whose point `value` divides, and by what; nothing for other values.
static std::optional<std::pair<unsigned, int64_t>> matchQuotient(Value value) {
  std::optional<int64_t> rows = 1;
  if (auto divide = value.getDefiningOp<arith::DivUIOp>()) {
    value = divide.getLhs();
    rows = getConstantIntValue(divide.getRhs());
  }
  auto row = value.getDefiningOp<linalg::IndexOp>();
  if (!row || !rows || *rows <= 0)
    return std::nullopt;
  return std::pair(static_cast<unsigned>(row.getDim()), *rows);
}

/// The parts that `condition` asks for, if it compares the part of a row with a
/// point of another loop.
static std::optional<ReductionParts> matchCondition(linalg::LinalgOp op,
                                                    Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return std::nullopt;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (auto [quotient, other] :
       {std::pair(compare.getLhs(), compare.getRhs()),
        std::pair(compare.getRhs(), compare.getLhs())}) {
    auto row = matchQuotient(quotient);
    auto part = other.getDefiningOp<linalg::IndexOp>();
    if (!row || !part)
      continue;
    ReductionParts parts = {static_cast<unsigned>(part.getDim()), row->first,
                            row->second};
    if (linalg::isParallelIterator(kinds[parts.part]) &&
        linalg::isReductionIterator(kinds[parts.loop]))
      return parts;
  }
  return std::nullopt;
}

/// The select that keeps `old`, a result so far, where a row is of another
/// part.
static arith::SelectOp getChoice(Value yielded, Value old) {
  auto choice = yielded.getDefiningOp<arith::SelectOp>();
  return choice && choice.getFalseValue() == old ? choice : arith::SelectOp();
}

std::optional<ReductionParts>
mlir::lowp::matchReductionParts(linalg::LinalgOp op) {
  std::optional<ReductionParts> found;
  ValueRange yielded = op.getBlock()->getTerminator()->getOperands();
  for (auto [value, old] : llvm::zip_equal(yielded, op.getRegionOutputArgs())) {
    arith::SelectOp choice = getChoice(value, old);
    std::optional<ReductionParts> parts =
        choice ? matchCondition(op, choice.getCondition()) : std::nullopt;
    bool isSame = parts && (!found || (found->part == parts->part &&
                                       found->loop == parts->loop &&
                                       found->rows == parts->rows));
    if (!isSame)
      return std::nullopt;
    found = parts;
  }
  return found;
}

Value mlir::lowp::isRowOfPart(OpBuilder &builder, Location loc,
                              const ReductionParts &parts) {
  Value row = linalg::IndexOp::create(builder, loc, parts.loop);
  Value rows = arith::ConstantIndexOp::create(builder, loc, parts.rows);
  Value part = linalg::IndexOp::create(builder, loc, parts.part);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               arith::DivUIOp::create(builder, loc, row, rows),
                               part);
}

void mlir::lowp::combineAllRows(linalg::LinalgOp op) {
  for (OpOperand &yielded : op.getBlock()->getTerminator()->getOpOperands())
    yielded.set(yielded.get().getDefiningOp<arith::SelectOp>().getTrueValue());
  for (Operation &inner :
       llvm::make_early_inc_range(llvm::reverse(*op.getBlock())))
    if (isOpTriviallyDead(&inner))
      inner.erase();
}

/// The operation that makes `combined` of `old`, the result so far, which
/// nothing else reads but `choice`.
static Operation *matchCombiner(Value combined, Value old, Operation *choice) {
  Operation *op = combined.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !combined.hasOneUse())
    return nullptr;
  bool isReadElsewhere = llvm::any_of(old.getUsers(), [&](Operation *user) {
    return user != op && user != choice;
  });
  // One that combines the result with itself combines no element.
  bool hasElement = llvm::count(op->getOperands(), old) == 1;
  return hasElement && !isReadElsewhere && arith::getNeutralElement(op)
             ? op
             : nullptr;
}

bool mlir::lowp::dependsOnReductions(linalg::LinalgOp op, OpOperand &init) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  AffineMap map = op.getMatchingIndexingMap(&init);
  return llvm::any_of(reductions,
                      [&](unsigned loop) { return map.isFunctionOfDim(loop); });
}

SmallVector<Operation *> mlir::lowp::matchCombiners(linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable())
    if (dependsOnReductions(op, init))
      return {};
  bool hasParts = matchReductionParts(op).has_value();
  SmallVector<Operation *> combiners;
  ValueRange yielded = op.getBlock()->getTerminator()->getOperands();
  for (auto [value, old] : llvm::zip_equal(yielded, op.getRegionOutputArgs())) {
    arith::SelectOp choice = hasParts ? getChoice(value, old) : nullptr;
    Operation *combiner = matchCombiner(
        choice ? choice.getTrueValue() : Value(value), old, choice);
    if (!combiner)
      return {};
    combiners.push_back(combiner);
  }
  return combiners;
}
