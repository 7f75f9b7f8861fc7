//===- OrderedRows.cpp - Rows of tensors in the order of groups -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedRows.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;

/// Row `numbers[p]` of `matrix` for each p, or each number divided by
/// `repeats`.
static Value buildRows(ImplicitLocOpBuilder &b, Value matrix, Value numbers,
                       int64_t repeats) {
  auto type = cast<RankedTensorType>(matrix.getType());
  OpFoldResult sizes[] = {tensor::getMixedSize(b, b.getLoc(), numbers, 0),
                          tensor::getMixedSize(b, b.getLoc(), matrix, 1)};
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    Value row =
        arith::IndexCastOp::create(b, b.getIndexType(), elements.front());
    if (repeats != 1)
      row = arith::DivUIOp::create(b, row,
                                   arith::ConstantIndexOp::create(b, repeats));
    Value column = linalg::IndexOp::create(b, 1);
    return tensor::ExtractOp::create(b, matrix, ValueRange{row, column});
  };
  return buildElements(b, b.getLoc(), sizes, type.getElementType(), numbers,
                       AffineMap::get(2, 0, b.getAffineDimExpr(0)), body);
}

Value mlir::lowp::buildBroughtBack(ImplicitLocOpBuilder &b, Value ordered,
                                   OrderRowsOp order) {
  return buildRows(b, ordered, order.getPlaces(), /*repeats=*/1);
}

/// What `op` brings back from the order whose places are `places`, if it is
/// what buildBroughtBack makes.
static Value matchBroughtBack(linalg::GenericOp op, Value places) {
  if (op.getNumDpsInputs() != 1 || op.getInputs().front() != places ||
      op->getNumResults() != 1)
    return {};
  auto extract = op.getBody()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract.getIndices().size() != 2)
    return {};
  auto row = extract.getIndices()[0].getDefiningOp<arith::IndexCastOp>();
  auto column = extract.getIndices()[1].getDefiningOp<linalg::IndexOp>();
  bool isRow = row && row.getIn() == op.getBody()->getArgument(0);
  return isRow && column && column.getDim() == 1 ? extract.getTensor()
                                                 : Value();
}

/// Whether `op` computes each element from those at its own place alone.
static bool isElementwiseOp(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumReductionLoops() == 0 && op.getNumDpsInputs() != 0 &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }) &&
         llvm::all_of(op.getRegionOutputArgs(),
                      [](Value argument) { return argument.use_empty(); }) &&
         llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
           return isa<arith::ArithDialect, math::MathDialect>(
               inner.getDialect());
         });
}

/// Whether `op` leaves rows, its first dimension, where they are.
static bool keepsRows(Operation *op) {
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return collapse.getReassociationIndices().front().size() == 1;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return expand.getReassociationIndices().front().size() == 1;
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  return slice &&
         slice.getType().getRank() == slice.getSourceType().getRank() &&
         getConstantIntValue(slice.getMixedOffsets().front()) == 0 &&
         getConstantIntValue(slice.getMixedStrides().front()) == 1 &&
         slice.getType().getDimSize(0) == slice.getSourceType().getDimSize(0) &&
         !slice.getType().isDynamicDim(0);
}

/// `value` computed in the order; null where something of it never was in it.
static Value computeOrdered(ImplicitLocOpBuilder &b, Value value,
                            OrderRowsOp order,
                            llvm::DenseMap<Value, Value> &known) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (Value there = known.lookup(value))
    return there;
  SmallVector<Value> operands(op->getOperands());
  unsigned inputs = 1;
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    if (Value ordered = matchBroughtBack(generic, order.getPlaces()))
      return ordered;
    if (!isElementwiseOp(generic))
      return {};
    inputs = generic.getNumDpsInputs();
  } else if (!keepsRows(op)) {
    return {};
  }
  for (unsigned input = 0; input < inputs; ++input) {
    operands[input] = computeOrdered(b, operands[input], order, known);
    if (!operands[input])
      return {};
  }
  Operation *clone = b.clone(*op);
  clone->setOperands(operands);
  return known[value] = clone->getResult(0);
}

/// Rows that follow one another, so many of each, and what they are rows of.
static std::pair<Value, int64_t> matchRepeated(Value matrix) {
  Value divided = getViewed<tensor::CollapseShapeOp>(matrix, {{0, 1}, {2}});
  auto repeat = divided ? divided.getDefiningOp<linalg::GenericOp>() : nullptr;
  auto rows =
      AffineMap::getMultiDimMapWithTargets(3, {0, 2}, matrix.getContext());
  if (!repeat || repeat.getNumDpsInputs() != 1 ||
      repeat.getNumReductionLoops() != 0 ||
      repeat.getIndexingMapsArray().front() != rows ||
      !repeat.getIndexingMapsArray().back().isIdentity() ||
      repeat.getBody()->getTerminator()->getOperand(0) !=
          repeat.getBody()->getArgument(0) ||
      ShapedType::isDynamic(repeat.getStaticLoopRanges()[1]))
    return {matrix, 1};
  return {repeat.getInputs().front(), repeat.getStaticLoopRanges()[1]};
}

Value mlir::lowp::buildOrdered(ImplicitLocOpBuilder &b, Value matrix,
                               OrderRowsOp order) {
  llvm::DenseMap<Value, Value> known;
  if (Value ordered = computeOrdered(b, matrix, order, known))
    return ordered;
  auto [source, repeats] = matchRepeated(matrix);
  return buildRows(b, source, order.getRows(), repeats);
}
