//===- TraceElement.cpp - Where an element comes from ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/TraceElement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;

linalg::LinalgOp mlir::lowp::getElementProducer(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumLoops() != op.getNumParallelLoops() ||
      !op.hasPureTensorSemantics())
    return {};
  OpOperand *init =
      op.getDpsInitOperand(cast<OpResult>(tensor).getResultNumber());
  return op.getMatchingIndexingMap(init).isPermutation() ? op
                                                         : linalg::LinalgOp();
}

Element mlir::lowp::getRead(Value scalar, AffineMap loops) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  auto op = argument
                ? dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp())
                : linalg::LinalgOp();
  if (!op)
    return {};
  OpOperand &operand = op->getOpOperand(argument.getArgNumber());
  if (!isa<RankedTensorType>(operand.get().getType()))
    return {};
  return {operand.get(), op.getMatchingIndexingMap(&operand).compose(loops)};
}

/// The operand of a cast of integers to a type that has all numbers of rows and
/// groups; null if `scalar` is not one.
static Value getCastInteger(Value scalar) {
  constexpr unsigned kLeastBits = 32;
  Operation *op = scalar.getDefiningOp();
  Type type = getElementTypeOrSelf(scalar);
  bool isCast = isa_and_present<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
                                arith::IndexCastOp, arith::IndexCastUIOp>(op);
  return isCast &&
                 (type.isIndex() || type.getIntOrFloatBitWidth() >= kLeastBits)
             ? op->getOperand(0)
             : Value();
}

static Element traceScalar(Value scalar, AffineMap loops) {
  while (Value narrow = getCastInteger(scalar))
    scalar = narrow;
  Element read = getRead(scalar, loops);
  if (read.value)
    return traceElement(read);
  // A fill has its element as an operand.
  if (auto argument = dyn_cast<BlockArgument>(scalar))
    if (auto op =
            dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp()))
      scalar = op->getOperand(argument.getArgNumber());
  return {scalar, loops};
}

Element mlir::lowp::traceElement(const Element &tensor) {
  Element element = listSources(tensor).back();
  if (Value narrow = getCastInteger(element.value))
    return traceElement({narrow, element.map});
  linalg::LinalgOp op = getElementProducer(element.value);
  if (!op)
    return element;
  auto result = cast<OpResult>(element.value);
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  AffineMap loops =
      inversePermutation(op.getMatchingIndexingMap(init)).compose(element.map);
  Operation *yield = op.getBlock()->getTerminator();
  return traceScalar(yield->getOperand(result.getResultNumber()), loops);
}

Element mlir::lowp::traceOperand(const Element &element, unsigned number) {
  return traceScalar(element.value.getDefiningOp()->getOperand(number),
                     element.map);
}

Element mlir::lowp::getReadOperand(const Element &element, unsigned number) {
  return getRead(element.value.getDefiningOp()->getOperand(number),
                 element.map);
}

bool mlir::lowp::isZero(Value tensor) {
  auto number = dyn_cast_or_null<IntegerAttr>(getUniformElement(tensor));
  return number && number.getValue().isZero();
}

AffineExpr mlir::lowp::getPosition(const Element &element) {
  auto index = element.value.getDefiningOp<linalg::IndexOp>();
  return index ? element.map.getResult(index.getDim()) : AffineExpr();
}
