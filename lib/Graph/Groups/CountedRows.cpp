//===- CountedRows.cpp - Sizes and ends of groups -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends compare the id of each row with the number of each group, add up
// the ones, and add up the sums: histogram, bincount or a sum of a one-hot
// matrix, and cumsum. What orders the rows of the same ids knows all of it.
//
//===----------------------------------------------------------------------===//

#include "CountedRows.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Graph/Analysis/TraceElement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// A sum of integers from 0 on, for each group.
struct GroupSum {
  static std::optional<GroupSum> get(linalg::GenericOp op);

  linalg::GenericOp op;
  /// What is added up, in the loops of `op`.
  Element term;
  AffineExpr group, row;
};
} // namespace

std::optional<GroupSum> GroupSum::get(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumLoops() != 2 ||
      op.getNumReductionLoops() != 1 || op->getNumResults() != 1 ||
      !isZero(op.getDpsInits().front()))
    return std::nullopt;
  AffineMap result = op.getIndexingMapsArray().back();
  auto sum = op.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddIOp>();
  if (!sum || result.getNumResults() != 1 || !result.isProjectedPermutation())
    return std::nullopt;
  BlockArgument soFar = op.getRegionOutputArgs().front();
  bool isFirst = sum.getLhs() == soFar;
  if (!isFirst && sum.getRhs() != soFar)
    return std::nullopt;
  Builder b(op.getContext());
  unsigned group = result.getDimPosition(0);
  Element total{sum, b.getMultiDimIdentityMap(2)};
  return GroupSum{op, traceOperand(total, isFirst ? 1 : 0),
                  b.getAffineDimExpr(group), b.getAffineDimExpr(1 - group)};
}

/// The loop whose index `element` is; null if it is something else.
static AffineExpr getNumber(const Element &element) {
  if (AffineExpr position = getPosition(element))
    return position;
  DenseIntElementsAttr numbers;
  if (element.map.getNumResults() != 1 ||
      !matchPattern(element.value, m_Constant(&numbers)))
    return {};
  for (auto [index, number] : llvm::enumerate(numbers.getValues<APInt>()))
    if (number != index)
      return {};
  return element.map.getResult(0);
}

/// Whether `sum` counts the rows whose ids are those that `order` orders.
static bool countsRows(const GroupSum &sum, OrderRowsOp order) {
  Element term = sum.term;
  auto compare = term.value.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return false;
  Element ids = traceOperand(term, 0), number = traceOperand(term, 1);
  if (getNumber(ids))
    std::swap(ids, number);
  if (getNumber(number) != sum.group)
    return false;
  return ids == traceElement({order.getIds(), AffineMap::get(2, 0, sum.row)});
}

/// Whether `sum` adds up `sizes` of groups to ends.
static bool addsSizes(const GroupSum &sum, Value sizes) {
  auto select = sum.term.value.getDefiningOp<arith::SelectOp>();
  if (!select || !matchPattern(traceOperand(sum.term, 2).value, m_Zero()))
    return false;
  Element size = getReadOperand(sum.term, 1), mask = traceOperand(sum.term, 0);
  auto compare = mask.value.getDefiningOp<arith::CmpIOp>();
  auto row = AffineMap::get(2, 0, sum.row);
  return compare && size.value &&
         compare.getPredicate() == arith::CmpIPredicate::ule &&
         getPosition(traceOperand(mask, 0)) == sum.row &&
         getPosition(traceOperand(mask, 1)) == sum.group &&
         traceElement(size) == Element{sizes, row};
}

/// The end of group `group`, as an integer of type `element`.
static Value buildEnd(ImplicitLocOpBuilder &b, Value ends, Value group,
                      Type element) {
  Value end = tensor::ExtractOp::create(b, ends, group);
  return element.isInteger(32) ? end : arith::ExtSIOp::create(b, element, end);
}

/// For each group its end in `ends`, or, as a size, how far that is after the
/// end of the group before.
static Value buildNumbers(ImplicitLocOpBuilder &b, Value ends,
                          RankedTensorType type, bool areSizes) {
  Type element = type.getElementType();
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) {
    Value group = linalg::IndexOp::create(b, 0);
    Value number = buildEnd(b, ends, group, element);
    if (areSizes) {
      Value zero = arith::ConstantIndexOp::create(b, 0);
      Value one = arith::ConstantIndexOp::create(b, 1);
      Value before = arith::SubIOp::create(b, group, one);
      before = arith::MaxSIOp::create(b, before, zero);
      Value isFirst =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, group, zero);
      Value none = arith::ConstantOp::create(b, b.getZeroAttr(element));
      Value begin = arith::SelectOp::create(b, isFirst, none,
                                            buildEnd(b, ends, before, element));
      number = arith::SubIOp::create(b, number, begin);
    }
    return number;
  };
  return buildElements(b, b.getLoc(),
                       getAsIndexOpFoldResult(b.getContext(), type.getShape()),
                       element, ValueRange(), {}, body);
}

static bool hasGroups(linalg::GenericOp op, OrderRowsOp order) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Type element = type.getElementType();
  return type.getShape() == order.getEnds().getType().getShape() &&
         (element.isInteger(32) || element.isInteger(64));
}

/// Whether `order` stands before `op`, or has moved there now.
static bool comesBefore(OrderRowsOp order, Operation *op) {
  if (order->getBlock() != op->getBlock())
    return false;
  if (order->isBeforeInBlock(op))
    return true;
  Operation *ids = order.getIds().getDefiningOp();
  if (ids && ids->getBlock() == op->getBlock() && !ids->isBeforeInBlock(op))
    return false;
  order->moveBefore(op);
  return true;
}

static void replace(RewriterBase &rewriter, const GroupSum &sum,
                    OrderRowsOp order, bool areSizes) {
  remark::passed(
      sum.op->getLoc(),
      remark::RemarkOpts::name("counted-rows").category("lowp-form-groups"))
      << remark::add("{0} of groups are those of the rows' order",
                     areSizes ? "sizes" : "ends");
  rewriter.setInsertionPoint(sum.op);
  ImplicitLocOpBuilder b(sum.op->getLoc(), rewriter);
  auto type = cast<RankedTensorType>(sum.op->getResult(0).getType());
  rewriter.replaceOp(sum.op, buildNumbers(b, order.getEnds(), type, areSizes));
}

/// Looks for what `order` knows among the operations of its block.
static void readCounts(RewriterBase &rewriter, OrderRowsOp order) {
  SmallVector<GroupSum> counts, totals;
  SmallVector<linalg::GenericOp> ops(
      order->getBlock()->getOps<linalg::GenericOp>());
  for (linalg::GenericOp op : ops) {
    std::optional<GroupSum> sum = GroupSum::get(op);
    if (!sum || !hasGroups(op, order))
      continue;
    if (countsRows(*sum, order) && comesBefore(order, op))
      counts.push_back(*sum);
    else if (llvm::any_of(counts, [&](const GroupSum &count) {
               return addsSizes(*sum, count.op->getResult(0));
             }))
      totals.push_back(*sum);
  }
  for (const GroupSum &sum : totals)
    replace(rewriter, sum, order, /*areSizes=*/false);
  for (const GroupSum &sum : counts)
    replace(rewriter, sum, order, /*areSizes=*/true);
}

void mlir::lowp::readCountedRows(Operation *root) {
  SmallVector<OrderRowsOp> orders;
  root->walk([&](OrderRowsOp op) { orders.push_back(op); });
  IRRewriter rewriter(root->getContext());
  for (OrderRowsOp order : orders)
    readCounts(rewriter, order);
}
