//===- SortToLinalg.cpp - Sorts and the first elements of orders ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "Sorter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

/// Elements along a dimension from which on counting takes long.
static constexpr int64_t kManyElements = 4096;
/// First elements up to which one more read of each element takes less time
/// than one more kernel.
static constexpr int64_t kFewElements = 32;

static void report(Operation *op, RankedTensorType keys, int64_t dimension) {
  int64_t count = keys.getDimSize(dimension);
  if (!ShapedType::isDynamic(count) && count < kManyElements)
    return;
  remark::missed(op->getLoc(), remark::RemarkOpts::name("counted-elements")
                                   .category("convert-front-end-to-linalg"))
      << remark::add("each of {0} elements of a sort is compared with each",
                     ShapedType::isDynamic(count) ? "an unknown number of"
                                                  : std::to_string(count));
}

/// The dimension of `op` if it is one of a ranked tensor of `type`.
static std::optional<int64_t> getDimension(Operation *op, Type type) {
  auto attribute = op->getAttrOfType<IntegerAttr>("dimension");
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!attribute || !tensor || attribute.getInt() < 0 ||
      attribute.getInt() >= tensor.getRank())
    return std::nullopt;
  return attribute.getInt();
}

//===----------------------------------------------------------------------===//
// Sorts
//===----------------------------------------------------------------------===//

bool mlir::lowp::isSort(Operation *op) {
  if (op->getNumOperands() == 0 || op->getNumRegions() != 1 ||
      op->getResultTypes() != op->getOperandTypes() ||
      !getDimension(op, op->getOperand(0).getType()))
    return false;
  auto first = cast<RankedTensorType>(op->getOperand(0).getType());
  return llvm::all_of(op->getOperandTypes(), [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getShape() == first.getShape();
  });
}

/// How many elements from the first one on `slice` takes along `dimension`.
static std::optional<int64_t> countTaken(tensor::ExtractSliceOp slice,
                                         int64_t dimension) {
  if (!slice || getConstantIntValue(slice.getMixedOffsets()[dimension]) != 0 ||
      getConstantIntValue(slice.getMixedStrides()[dimension]) != 1)
    return std::nullopt;
  return getConstantIntValue(slice.getMixedSizes()[dimension]);
}

/// How many of the first elements are read; all of them if the readers do not
/// tell.
static OpFoldResult countRead(ImplicitLocOpBuilder &b, Operation *op,
                              int64_t dimension) {
  int64_t most = 0;
  for (Operation *user : op->getUsers()) {
    std::optional<int64_t> taken =
        countTaken(dyn_cast<tensor::ExtractSliceOp>(user), dimension);
    if (!taken)
      return tensor::getMixedSize(b, op->getLoc(), op->getOperand(0),
                                  dimension);
    most = std::max(most, *taken);
  }
  return b.getIndexAttr(most);
}

/// Readers of `from` read `to`, which may be shorter.
static void replace(Value from, Value to) {
  if (from.getType() == to.getType())
    return from.replaceAllUsesWith(to);
  for (Operation *user : llvm::make_early_inc_range(from.getUsers())) {
    auto slice = cast<tensor::ExtractSliceOp>(user);
    OpBuilder builder(slice);
    Value shorter = tensor::ExtractSliceOp::create(
        builder, slice.getLoc(), slice.getType(), to, slice.getMixedOffsets(),
        slice.getMixedSizes(), slice.getMixedStrides());
    slice.replaceAllUsesWith(shorter);
    slice.erase();
  }
}

LogicalResult mlir::lowp::lowerSort(Operation *op) {
  if (!isSort(op))
    return op->emitOpError("expected a dimension, and outputs of one shape, as "
                           "torch-mlir and IREE write a sort");
  FailureOr<ElementOrder> order = ElementOrder::get(op);
  if (failed(order))
    return failure();
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value keys = order->key.build(b, op->getOperand(order->key.getOperand()));
  int64_t dimension = *getDimension(op, keys.getType());
  report(op, cast<RankedTensorType>(keys.getType()), dimension);
  Sorter sorter(b, *order, keys, dimension, countRead(b, op, dimension));
  for (auto [result, operand] :
       llvm::zip_equal(op->getResults(), op->getOperands()))
    if (!result.use_empty())
      replace(result, sorter.gather(operand));
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// The first elements
//===----------------------------------------------------------------------===//

/// Whether `value`, a tensor that holds what is found so far, holds one number
/// after all others in `order`.
static bool isLast(Value value, const ElementOrder &order) {
  auto fill = value.getDefiningOp<linalg::FillOp>();
  APFloat number(0.0);
  APInt integer;
  if (!fill)
    return false;
  if (matchPattern(fill.getInputs().front(), m_ConstantFloat(&number)))
    return number.isInfinity() && number.isNegative() == order.isDescending;
  return matchPattern(fill.getInputs().front(), m_ConstantInt(&integer)) &&
         (order.isDescending ? integer.isMinSignedValue()
                             : integer.isMaxSignedValue());
}

/// Values, what their places are called if it is not their numbers, and two
/// outputs with fewer elements along the dimension.
static bool isTopk(Operation *op) {
  unsigned count = op->getNumOperands();
  if ((count != 3 && count != 4) || op->getNumResults() != 2 ||
      op->getNumRegions() != 1 ||
      !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
      op->getResultTypes() != op->getOperands().take_back(2).getTypes() ||
      !getDimension(op, op->getOperand(0).getType()))
    return false;
  auto values = cast<RankedTensorType>(op->getOperand(0).getType());
  auto first = cast<RankedTensorType>(op->getResult(0).getType());
  auto places = cast<RankedTensorType>(op->getResult(1).getType());
  return first.getElementType() == values.getElementType() &&
         first.getRank() == values.getRank() &&
         places.getShape() == first.getShape() &&
         isa<IntegerType>(places.getElementType()) &&
         (count == 3 ||
          op->getOperand(1).getType() == values.clone(places.getElementType()));
}

/// Checks that there are as many elements as are asked for.
static LogicalResult requireEnough(ImplicitLocOpBuilder &b, Operation *op,
                                   int64_t dimension, OpFoldResult count) {
  OpFoldResult size =
      tensor::getMixedSize(b, op->getLoc(), op->getOperand(0), dimension);
  std::optional<int64_t> wanted = getConstantIntValue(count),
                         there = getConstantIntValue(size);
  if (!wanted || !there) {
    Value isEnough = arith::CmpIOp::create(
        b, arith::CmpIPredicate::sle,
        getValueOrCreateConstantIndexOp(b, b.getLoc(), count),
        getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
    cf::AssertOp::create(b, isEnough,
                         op->getName().getStringRef().str() +
                             ": expected as many elements as the outputs take, "
                             "got fewer; ask for fewer");
    return success();
  }
  if (*wanted <= *there)
    return success();
  return op->emitOpError("expected at most ")
         << *there << " elements along dimension " << dimension
         << " of the outputs, as many as the input has, got " << *wanted;
}

LogicalResult mlir::lowp::lowerTopk(Operation *op) {
  if (!isTopk(op))
    return op->emitOpError("expected a dimension, values, and outputs for "
                           "values and places, as torch-mlir and IREE write "
                           "a topk");
  FailureOr<ElementOrder> order = ElementOrder::get(op);
  if (failed(order))
    return failure();
  unsigned first = op->getNumOperands() - 2;
  if (!order->key.isElement() || !isLast(op->getOperand(first), *order))
    return op->emitOpError("expected outputs filled with what is behind all "
                           "values in the order, got others; fill them so, and "
                           "merge with earlier values outside");
  Value values = op->getOperand(0);
  int64_t dimension = *getDimension(op, values.getType());
  ImplicitLocOpBuilder b(op->getLoc(), op);
  OpFoldResult count =
      tensor::getMixedSize(b, op->getLoc(), op->getOperand(first), dimension);
  if (failed(requireEnough(b, op, dimension, count)))
    return failure();
  report(op, cast<RankedTensorType>(values.getType()), dimension);
  Sorter sorter(b, *order, values, dimension, count);
  auto places = cast<IntegerType>(getElementTypeOrSelf(op->getResult(1)));
  std::optional<int64_t> most = getConstantIntValue(count);
  std::pair<Value, Value> results;
  if (first == 1 && most && *most <= kFewElements)
    results = sorter.select(values, places);
  else
    results = {sorter.gather(values), first == 2
                                          ? sorter.gather(op->getOperand(1))
                                          : sorter.getSources(places)};
  for (auto [result, value] : {std::pair(op->getResult(0), results.first),
                               std::pair(op->getResult(1), results.second)}) {
    if (value.getType() != result.getType())
      value = tensor::CastOp::create(b, result.getType(), value);
    result.replaceAllUsesWith(value);
  }
  op->erase();
  return success();
}
