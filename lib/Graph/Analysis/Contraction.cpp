//===- Contraction.cpp - Matmuls among linalg operations ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/Contraction.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

/// The argument of its block that `value` is, widened or not; null if it is
/// something else.
static BlockArgument getElement(Value value) {
  if (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  return dyn_cast<BlockArgument>(value);
}

/// The same for a value that is rounded to tf32 and widened again.
static BlockArgument getRoundedElement(Value value) {
  auto widened = value.getDefiningOp<arith::ExtFOp>();
  auto rounded =
      widened ? widened.getIn().getDefiningOp<arith::TruncFOp>() : nullptr;
  if (!rounded || !isa<FloatTF32Type>(rounded.getType()) ||
      !rounded.getIn().getType().isF32() || rounded.getRoundingmode())
    return {};
  return dyn_cast<BlockArgument>(rounded.getIn());
}

/// Whether `a` and `b` are the arguments 0 and 1, in any order.
static bool areBothInputs(BlockArgument a, BlockArgument b) {
  return a && b && a.getArgNumber() < 2 && b.getArgNumber() < 2 && a != b;
}

/// Whether `op` adds up products of what `getElement` finds in its body.
static bool isSumOf(linalg::LinalgOp op,
                    function_ref<BlockArgument(Value)> getElement) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics())
    return false;
  for (Type type : op->getOperandTypes())
    if (!isa<FloatType>(getElementTypeOrSelf(type)))
      return false;
  Value term = getAddedTerm<arith::AddFOp>(op);
  auto product = term ? term.getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  return product && areBothInputs(getElement(product.getLhs()),
                                  getElement(product.getRhs()));
}

bool mlir::lowp::isSumOfProducts(linalg::LinalgOp op) {
  return isSumOf(op, getElement);
}

SmallVector<linalg::LinalgOp> mlir::lowp::listSumsOfProducts(Operation *op) {
  SmallVector<linalg::LinalgOp> sums;
  op->walk([&](linalg::LinalgOp op) {
    if (isSumOfProducts(op))
      sums.push_back(op);
  });
  return sums;
}

bool mlir::lowp::isSumOfRoundedProducts(linalg::LinalgOp op) {
  return isSumOf(op, getRoundedElement);
}

bool mlir::lowp::readsLoops(AffineMap map, ArrayRef<unsigned> loops) {
  return map == AffineMap::getMultiDimMapWithTargets(map.getNumDims(), loops,
                                                     map.getContext());
}

bool mlir::lowp::isZeroFilled(Value tensor) {
  // All elements are alike, whatever the shape.
  auto fill = skipViews<tensor::CastOp>(tensor).getDefiningOp<linalg::FillOp>();
  FloatAttr value;
  return fill && matchPattern(fill.value(), m_Constant(&value)) &&
         value.getValue().isPosZero();
}

linalg::LinalgOp mlir::lowp::getElementwiseProducer(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.hasPureTensorSemantics() ||
      !isa<RankedTensorType>(op.getDpsInputs()[0].getType()) ||
      !op.getIndexingMapsArray()[1].isIdentity())
    return {};
  return op;
}

bool mlir::lowp::isCopy(linalg::LinalgOp op, Through through) {
  Value element = op.getBlock()->getArgument(0);
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  if (yielded == element)
    return true;
  if (auto rounded = yielded.getDefiningOp<arith::TruncFOp>())
    return any(through & Through::Rounding) && rounded.getIn() == element;
  auto widened = yielded.getDefiningOp<arith::ExtFOp>();
  return any(through & Through::Widening) && widened &&
         widened.getIn() == element;
}

linalg::LinalgOp mlir::lowp::getCopy(Value value, Through through) {
  linalg::LinalgOp op = getElementwiseProducer(value);
  return op && isCopy(op, through) ? op : linalg::LinalgOp();
}

linalg::LinalgOp mlir::lowp::getOnlyCopy(Value value, Through through) {
  if (!value.hasOneUse() || value.user_begin()->getNumResults() != 1)
    return {};
  linalg::LinalgOp copy = getCopy(value.user_begin()->getResult(0), through);
  return copy && copy.getDpsInputs()[0] == value ? copy : linalg::LinalgOp();
}

AffineMap mlir::lowp::getTransposeMap(Value tensor) {
  linalg::LinalgOp copy = getCopy(tensor);
  if (!copy)
    return {};
  AffineMap source = copy.getIndexingMapsArray()[0];
  return source.isPermutation() ? source : AffineMap();
}

linalg::LinalgOp mlir::lowp::findCast(Value value) {
  linalg::LinalgOp op = getOnlyCopy(value, Through::Casts);
  bool casts =
      op && op.getIndexingMapsArray()[0].isIdentity() &&
      getElementTypeOrSelf(op->getResult(0)) != getElementTypeOrSelf(value);
  return casts ? op : linalg::LinalgOp();
}

SmallVector<linalg::LinalgOp> mlir::lowp::findCasts(Value value) {
  SmallVector<linalg::LinalgOp> casts;
  while (linalg::LinalgOp cast = findCast(value)) {
    casts.push_back(cast);
    value = cast->getResult(0);
  }
  return casts;
}

linalg::LinalgOp mlir::lowp::findRounding(Value value) {
  linalg::LinalgOp cast = findCast(value);
  bool rounds = cast && isCopy(cast, Through::Rounding);
  return rounds ? cast : linalg::LinalgOp();
}

Value mlir::lowp::castElements(OpBuilder &builder, Location loc, Value tensor,
                               Type element) {
  bool widens = element.getIntOrFloatBitWidth() >
                getElementTypeOrSelf(tensor).getIntOrFloatBitWidth();
  auto convert = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    if (widens)
      return arith::ExtFOp::create(b, element, elements[0]);
    return arith::TruncFOp::create(b, element, elements[0]);
  };
  return mapElements(builder, loc, tensor, element, convert);
}

Value mlir::lowp::repeatCasts(OpBuilder &builder, Value tensor,
                              ArrayRef<linalg::LinalgOp> casts) {
  for (linalg::LinalgOp cast : casts)
    tensor = castElements(builder, cast->getLoc(), tensor,
                          getElementTypeOrSelf(cast->getResult(0)));
  return tensor;
}

void mlir::lowp::buildSumOfProducts(OpBuilder &builder, Location loc,
                                    ValueRange elements) {
  Value sum = elements[2];
  auto widen = [&](Value element) {
    return element.getType() == sum.getType()
               ? element
               : arith::ExtFOp::create(builder, loc, sum.getType(), element)
                     .getResult();
  };
  Value lhs = widen(elements[0]), rhs = widen(elements[1]);
  Value product = arith::MulFOp::create(builder, loc, lhs, rhs);
  sum = arith::AddFOp::create(builder, loc, sum, product);
  linalg::YieldOp::create(builder, loc, sum);
}

linalg::GenericOp
mlir::lowp::rebuildSum(OpBuilder &builder, linalg::LinalgOp op,
                       ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                       ArrayRef<utils::IteratorType> iterators) {
  auto sum = linalg::GenericOp::create(
      builder, op.getLoc(), TypeRange{init.getType()}, inputs, init, maps,
      iterators, /*bodyBuild=*/nullptr,
      op->getDiscardableAttrDictionary().getValue());
  IRMapping mapping;
  op->getRegion(0).cloneInto(&sum.getRegion(), mapping);
  return sum;
}
