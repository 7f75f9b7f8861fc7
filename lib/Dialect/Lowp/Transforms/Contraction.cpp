//===- Contraction.cpp - Matmuls among linalg operations ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// Whether `a` and `b` are the arguments 0 and 1, in any order.
static bool areBothInputs(BlockArgument a, BlockArgument b) {
  return a && b && a.getArgNumber() < 2 && b.getArgNumber() < 2 && a != b;
}

bool mlir::lowp::isSumOfProducts(linalg::LinalgOp op) {
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

bool mlir::lowp::isZeroFilled(Value tensor) {
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  FloatAttr value;
  return fill && matchPattern(fill.value(), m_Constant(&value)) &&
         value.getValue().isPosZero();
}

/// The operation that gives `value` by a function of each element of one other
/// tensor, in the order of its result; null if there is none.
static linalg::LinalgOp getElementwiseProducer(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.hasPureTensorSemantics() ||
      !isa<RankedTensorType>(op.getDpsInputs()[0].getType()) ||
      !op.getIndexingMapsArray()[1].isIdentity())
    return {};
  return op;
}

MappedTensor mlir::lowp::lookThroughCopies(MappedTensor tensor) {
  auto op = getElementwiseProducer(tensor.value);
  if (!op || !op.getIndexingMapsArray()[0].isPermutation())
    return tensor;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  if (getElement(yielded) != op.getBlock()->getArgument(0))
    return tensor;
  // Dimension j of the source is dimension p(j) of the copy.
  AffineMap source = op.getIndexingMapsArray()[0].compose(tensor.map);
  return lookThroughCopies({op.getDpsInputs()[0], source});
}

linalg::LinalgOp mlir::lowp::findRounding(Value value) {
  if (!value.hasOneUse())
    return {};
  auto user = dyn_cast<linalg::LinalgOp>(*value.user_begin());
  if (!user || user->getNumResults() != 1)
    return {};
  linalg::LinalgOp op = getElementwiseProducer(user->getResult(0));
  if (!op || op.getDpsInputs()[0] != value ||
      !op.getIndexingMapsArray()[0].isIdentity())
    return {};
  auto rounded = op.getBlock()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<arith::TruncFOp>();
  bool rounds = rounded && rounded.getIn() == op.getBlock()->getArgument(0);
  return rounds ? op : linalg::LinalgOp();
}
