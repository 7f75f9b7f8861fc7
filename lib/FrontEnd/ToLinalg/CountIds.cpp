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
#include "lowp/Graph/Analysis/TraceElement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

static std::optional<int64_t> getNumber(const Element &element) {
  APInt number;
  return matchPattern(element.value, m_ConstantInt(&number))
             ? std::optional(number.getSExtValue())
             : std::nullopt;
}

/// What `id` is where ids are not negative and below `groups`: what clips them,
/// and counts negative ones from the end, leaves them as they are.
static Element skipClips(const Element &id, int64_t groups) {
  auto skipOperand = [&](const Element &of, unsigned number) {
    return skipClips(traceOperand(of, number), groups);
  };
  Operation *op = id.value.getDefiningOp();
  if (isa_and_present<arith::MaxSIOp, arith::MinSIOp>(op))
    for (unsigned bound : {0, 1})
      if (auto number = getNumber(traceOperand(id, bound));
          number &&
          (isa<arith::MaxSIOp>(op) ? *number <= 0 : *number >= groups - 1))
        return skipOperand(id, 1 - bound);
  if (!isa_and_present<arith::SelectOp>(op))
    return id;
  Element condition = traceOperand(id, 0);
  auto isBelow = condition.value.getDefiningOp<arith::CmpIOp>();
  if (!isBelow || isBelow.getPredicate() != arith::CmpIPredicate::slt ||
      getNumber(traceOperand(condition, 1)) != 0)
    return id;
  Element kept = skipOperand(id, 2);
  return kept == skipOperand(condition, 0) ? kept : id;
}

/// Whether the region of `op` adds the update to the element so far.
static bool addsUpdates(Operation *op) {
  if (!hasCombiner(op, getElementTypeOrSelf(op->getResult(0))))
    return false;
  Block &body = op->getRegion(0).front();
  auto sum = body.back().getOperand(0).getDefiningOp<arith::AddIOp>();
  return sum && llvm::is_contained(sum.getOperands(), body.getArgument(0)) &&
         llvm::is_contained(sum.getOperands(), body.getArgument(1));
}

/// The ids that `op`, a scatter, adds ones at into zeros, as an operation in
/// its block orders them; null if it does something else.
static Value getCountedIds(Operation *op) {
  if (op->getNumOperands() != 3 || op->getNumResults() != 1 || !addsUpdates(op))
    return {};
  auto counts = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto indices = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  if (!counts || counts.getRank() != 1 || counts.isDynamicDim(0) || !indices ||
      indices.getRank() != 2 || indices.getDimSize(1) != 1)
    return {};
  for (unsigned number : {0, 2})
    if (getNumber(traceElement(MappedTensor::of(op->getOperand(number)))) !=
        (number == 0 ? 1 : 0))
      return {};
  int64_t groups = counts.getDimSize(0);
  Builder b(op->getContext());
  AffineExpr row = b.getAffineDimExpr(0);
  auto columns =
      AffineMap::get(1, 0, {row, b.getAffineConstantExpr(0)}, op->getContext());
  Element counted =
      skipClips(traceElement({op->getOperand(1), columns}), groups);
  DominanceInfo dominance;
  for (auto order : op->getBlock()->getOps<OrderRowsOp>()) {
    Value ids = order.getIds();
    if (order.getEnds().getType().getDimSize(0) == groups &&
        countGroups(ids) == groups && dominance.properlyDominates(ids, op) &&
        traceElement(MappedTensor::of(ids)) == counted)
      return ids;
  }
  return {};
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
