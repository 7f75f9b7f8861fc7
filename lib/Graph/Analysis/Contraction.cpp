//===- Contraction.cpp - Matmuls among linalg operations ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
  Block *body = op.getBlock();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value total = sum.getLhs(), term = sum.getRhs();
  if (total != body->getArgument(2))
    std::swap(total, term);
  auto product = term.getDefiningOp<arith::MulFOp>();
  return product && total == body->getArgument(2) &&
         areBothInputs(getElement(product.getLhs()),
                       getElement(product.getRhs()));
}

bool mlir::lowp::isSumOfProducts(linalg::LinalgOp op) {
  return isSumOf(op, getElement);
}

bool mlir::lowp::isSumOfRoundedProducts(linalg::LinalgOp op) {
  return isSumOf(op, getRoundedElement);
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

AffineMap mlir::lowp::getTransposeMap(Value tensor) {
  linalg::LinalgOp copy = getCopy(tensor);
  if (!copy)
    return {};
  AffineMap source = copy.getIndexingMapsArray()[0];
  return source.isPermutation() ? source : AffineMap();
}

linalg::LinalgOp mlir::lowp::findCast(Value value) {
  if (!value.hasOneUse())
    return {};
  auto user = dyn_cast<linalg::LinalgOp>(*value.user_begin());
  if (!user || user->getNumResults() != 1)
    return {};
  linalg::LinalgOp op = getCopy(user->getResult(0), Through::Casts);
  bool casts =
      op && op.getDpsInputs()[0] == value &&
      op.getIndexingMapsArray()[0].isIdentity() &&
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
  auto type = cast<RankedTensorType>(tensor.getType());
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, tensor), element);
  bool widens = element.getIntOrFloatBitWidth() > type.getElementTypeBitWidth();
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value result =
        widens ? arith::ExtFOp::create(b, loc, element, args[0]).getResult()
               : arith::TruncFOp::create(b, loc, element, args[0]).getResult();
    linalg::YieldOp::create(b, loc, result);
  };
  return linalg::GenericOp::create(builder, loc, init.getType(), tensor, init,
                                   maps, loops, body)
      .getResult(0);
}
