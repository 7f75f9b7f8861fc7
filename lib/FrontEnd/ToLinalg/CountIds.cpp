//===- CountIds.cpp - How often each id occurs ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// jax.numpy.bincount adds ones into zeros, at ids that it clips and counts from
// the end if they are negative, which places of a topk are not. Beside what
// orders the rows of the same ids the sum is one of comparisons, as other front
// ends write it, and `lowp-form-groups` reads it off the order.
//
//===----------------------------------------------------------------------===//

#include "GroupIds.h"
#include "Lowerings.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Finds the tensor of ids whose elements, none of which is negative and all of
/// which are below `groups`, those of another one are.
class IdFinder {
public:
  explicit IdFinder(int64_t groups) : groups(groups) {}

  /// The ids that are all elements of `tensor`, one by one; null if it has
  /// others.
  Value find(Value tensor) const;

private:
  /// Returns the ids that `scalar`, in the body of an elementwise operation, is
  /// one of.
  Value findScalar(Value scalar) const;
  /// Returns the ids that one of `lhs` and `rhs` is, where the other is a
  /// number that `bounds` them.
  Value findBounded(Value lhs, Value rhs,
                    function_ref<bool(int64_t)> bounds) const;

  int64_t groups;
};
} // namespace

/// The number that `scalar` always is, in the body of an elementwise operation
/// or before it; nothing if there is none.
static std::optional<int64_t> getNumber(Value scalar) {
  APInt number;
  if (matchPattern(scalar, m_ConstantInt(&number)))
    return number.getSExtValue();
  if (auto fill = scalar.getDefiningOp<linalg::FillOp>())
    return getNumber(fill.getInputs().front());
  auto argument = dyn_cast<BlockArgument>(scalar);
  auto op = argument ? dyn_cast_if_present<linalg::GenericOp>(
                           argument.getOwner()->getParentOp())
                     : linalg::GenericOp();
  if (op && argument.getArgNumber() < op.getNumDpsInputs())
    return getNumber(op.getDpsInputs()[argument.getArgNumber()]);
  if (auto generic = scalar.getDefiningOp<linalg::GenericOp>();
      generic && generic->getNumResults() == 1 &&
      generic.getNumReductionLoops() == 0)
    return getNumber(generic.getBody()->getTerminator()->getOperand(0));
  return std::nullopt;
}

Value IdFinder::findBounded(Value lhs, Value rhs,
                            function_ref<bool(int64_t)> bounds) const {
  if (std::optional<int64_t> number = getNumber(lhs))
    return bounds(*number) ? findScalar(rhs) : Value();
  std::optional<int64_t> number = getNumber(rhs);
  return number && bounds(*number) ? findScalar(lhs) : Value();
}

Value IdFinder::findScalar(Value scalar) const {
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    auto op = cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
    OpOperand *operand = op.getMatchingOpOperand(argument);
    bool isOneByOne = op.isDpsInput(operand) &&
                      op.getMatchingIndexingMap(operand).isIdentity();
    return isOneByOne ? find(operand->get()) : Value();
  }
  if (auto max = scalar.getDefiningOp<arith::MaxSIOp>())
    return findBounded(max.getLhs(), max.getRhs(),
                       [](int64_t least) { return least <= 0; });
  if (auto min = scalar.getDefiningOp<arith::MinSIOp>())
    return findBounded(min.getLhs(), min.getRhs(),
                       [&](int64_t most) { return most >= groups - 1; });
  auto select = scalar.getDefiningOp<arith::SelectOp>();
  auto compare = select ? select.getCondition() : Value();
  if (auto argument = dyn_cast_if_present<BlockArgument>(compare)) {
    auto op = cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
    auto earlier = op.getMatchingOpOperand(argument)
                       ->get()
                       .getDefiningOp<linalg::GenericOp>();
    if (!earlier || earlier->getNumResults() != 1)
      return {};
    compare = earlier.getBody()->getTerminator()->getOperand(0);
  }
  auto isBelow =
      compare ? compare.getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
  if (!isBelow || isBelow.getPredicate() != arith::CmpIPredicate::slt ||
      getNumber(isBelow.getRhs()) != 0)
    return {};
  Value compared = findScalar(isBelow.getLhs());
  return compared && compared == findScalar(select.getFalseValue()) ? compared
                                                                    : Value();
}

Value IdFinder::find(Value tensor) const {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (type && type.getRank() == 1 && countGroups(tensor) == groups)
    return tensor;
  Operation *op = tensor.getDefiningOp();
  if (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return find(op->getOperand(0));
  auto generic = dyn_cast_if_present<linalg::GenericOp>(op);
  if (!generic || generic->getNumResults() != 1 ||
      generic.getNumReductionLoops() != 0 ||
      !generic.getIndexingMapsArray().back().isIdentity())
    return {};
  return findScalar(generic.getBody()->getTerminator()->getOperand(0));
}

/// Whether the region of `op` adds the update to the element so far.
static bool addsUpdates(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return false;
  Block &body = op->getRegion(0).front();
  if (body.getNumArguments() != 2 || body.back().getNumOperands() != 1)
    return false;
  auto sum = body.back().getOperand(0).getDefiningOp<arith::AddIOp>();
  return sum && llvm::is_contained(sum.getOperands(), body.getArgument(0)) &&
         llvm::is_contained(sum.getOperands(), body.getArgument(1));
}

/// Whether something in the block of `op` orders the rows of `ids`.
static bool hasOrder(Operation *op, Value ids, int64_t groups) {
  return llvm::any_of(
      op->getBlock()->getOps<OrderRowsOp>(), [&](OrderRowsOp order) {
        return lookThroughCasts(order.getIds()) == lookThroughCasts(ids) &&
               order.getEnds().getType().getDimSize(0) == groups;
      });
}

/// The ids that `op`, a scatter, adds ones at into zeros; null if it does
/// something else.
static Value getCountedIds(Operation *op) {
  if (op->getNumOperands() != 3 || op->getNumResults() != 1 ||
      !addsUpdates(op) || getNumber(op->getOperand(0)) != 1 ||
      getNumber(op->getOperand(2)) != 0)
    return {};
  auto counts = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto indices = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  if (!counts || counts.getRank() != 1 || counts.isDynamicDim(0) || !indices ||
      indices.getRank() != 2 || indices.getDimSize(1) != 1)
    return {};
  return IdFinder(counts.getDimSize(0)).find(op->getOperand(1));
}

/// Whether element `id` is the number of the group, the loop `dimension`.
static Value buildIsGroup(ImplicitLocOpBuilder &b, Value id, int64_t dimension,
                          Type element) {
  Value group = linalg::IndexOp::create(b, dimension);
  if (!id.getType().isIndex())
    group = arith::IndexCastOp::create(b, id.getType(), group);
  Value is = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, id, group);
  return arith::ExtUIOp::create(b, element, is);
}

bool mlir::lowp::countIds(Operation *op) {
  Value ids = getCountedIds(op);
  if (!ids)
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!hasOrder(op, ids, type.getDimSize(0)))
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  remark::passed(op->getLoc(), remark::RemarkOpts::name("counted-ids")
                                   .category("convert-front-end-to-linalg"))
      << remark::add("a scatter of ones counts the numbers of {0} groups",
                     type.getDimSize(0));
  Type element = type.getElementType();
  Value init = buildZeros(
      b, b.getLoc(), getAsIndexOpFoldResult(b.getContext(), type.getShape()),
      element);
  AffineExpr row = b.getAffineDimExpr(0), group = b.getAffineDimExpr(1);
  SmallVector<AffineMap> maps = {AffineMap::get(2, 0, row),
                                 AffineMap::get(2, 0, group)};
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    Value one = buildIsGroup(b, elements[0], 1, element);
    return arith::AddIOp::create(b, one, elements[1]);
  };
  op->getResult(0).replaceAllUsesWith(
      buildGeneric(b, b.getLoc(), ids, init, maps, body));
  op->erase();
  return true;
}
