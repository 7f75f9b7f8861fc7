//===- GroupedPatterns.cpp - grouped matmuls ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference products, in f64. Each row of a matrix of groups finds its
// group, and reads the matrix of that alone; groups of K and batches are one
// loop nest over groups, M, N and K, in which what is not in the group counts
// as 0, whatever it holds. So nothing beyond the last group gets into a result.
// Ends are compared with and never used as an address.
//
//===----------------------------------------------------------------------===//

#include "GroupedDim.h"
#include "LinalgBuilders.h"
#include "Patterns.h"
#include "ScaledParts.h"
#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// The loops, those of the result first.
enum Loop : unsigned { kGroup, kM, kN, kK };

/// The operands of a grouped product; the matrices are tensors.
struct GroupedProduct {
  Grouping grouping;
  Value lhs, rhs;
  /// Where groups end, how many rows count; null if not given.
  Value ends, counts;

  SmallVector<AffineMap> getMaps(MLIRContext *context) const;
  SmallVector<OpFoldResult> getResultSizes(OpBuilder &builder,
                                           Location loc) const;
  /// Whether the current iteration belongs to its group; null for always.
  Value buildIsInGroup(ImplicitLocOpBuilder &b) const;
};

} // namespace

SmallVector<AffineMap> GroupedProduct::getMaps(MLIRContext *context) const {
  auto select = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(4, loops, context);
  };
  switch (grouping) {
  case Grouping::M:
    return {select({kM, kK}), select({kGroup, kN, kK}), select({kM, kN})};
  case Grouping::K:
    return {select({kM, kK}), select({kN, kK}), select({kGroup, kM, kN})};
  case Grouping::Batch:
    return {select({kGroup, kM, kK}), select({kGroup, kN, kK}),
            select({kGroup, kM, kN})};
  }
  return {};
}

SmallVector<OpFoldResult> GroupedProduct::getResultSizes(OpBuilder &builder,
                                                         Location loc) const {
  SmallVector<OpFoldResult> left = tensor::getMixedSizes(builder, loc, lhs);
  SmallVector<OpFoldResult> right = tensor::getMixedSizes(builder, loc, rhs);
  OpFoldResult m = left[left.size() - 2], n = right[right.size() - 2];
  if (grouping == Grouping::M)
    return {m, n};
  if (grouping == Grouping::Batch)
    return {left.front(), m, n};
  return {tensor::getMixedSize(builder, loc, ends, 0), m, n};
}

/// Where the group begins: at the end of the one before, the first at 0.
static Value buildFirst(ImplicitLocOpBuilder &b, Value ends, Value group) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, group, zero);
  Value before =
      arith::MaxSIOp::create(b, arith::SubIOp::create(b, group, one), zero);
  return arith::SelectOp::create(b, isFirst, zero,
                                 lookUp(b, b.getLoc(), ends, before));
}

Value GroupedProduct::buildIsInGroup(ImplicitLocOpBuilder &b) const {
  Value numbers = ends ? ends : counts;
  if (!numbers)
    return {};
  Value group = linalg::IndexOp::create(b, kGroup);
  Value index = linalg::IndexOp::create(b, grouping == Grouping::K ? kK : kM);
  Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index,
                                         lookUp(b, b.getLoc(), numbers, group));
  if (!ends)
    return isBefore;
  Value isAfter = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, index,
                                        buildFirst(b, ends, group));
  return arith::AndIOp::create(b, isBefore, isAfter);
}

/// For each row how many groups end at it or before: its group, or as many as
/// there are groups for a row in none.
static Value buildRowGroups(ImplicitLocOpBuilder &b, Value ends,
                            OpFoldResult rows) {
  IntegerType i32 = b.getI32Type();
  Value init = buildZeros(b, b.getLoc(), rows, i32);
  AffineMap maps[] = {AffineMap::get(2, 0, b.getAffineDimExpr(1)),
                      AffineMap::get(2, 0, b.getAffineDimExpr(0))};
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    Value row = linalg::IndexOp::create(b, 0);
    Value end = arith::IndexCastOp::create(b, b.getIndexType(), args[0]);
    Value isBehind =
        arith::CmpIOp::create(b, arith::CmpIPredicate::sle, end, row);
    Value one = arith::ExtUIOp::create(b, i32, isBehind);
    return arith::AddIOp::create(b, args[1], one);
  };
  return buildGeneric(b, b.getLoc(), ends, init, maps, body);
}

/// What element (m, k) of the rows, `left`, adds to the sum in hand: 0 where
/// the row is in no group.
static Value buildRowTerm(ImplicitLocOpBuilder &b,
                          const GroupedProduct &product, Value left,
                          Value group, Value groups) {
  FloatType f64 = b.getF64Type();
  Value isInGroup =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, group, groups);
  Value n = linalg::IndexOp::create(b, 1), k = linalg::IndexOp::create(b, 2);
  auto multiply = [&](OpBuilder &b, Location loc) -> Value {
    Value right =
        tensor::ExtractOp::create(b, loc, product.rhs, ValueRange{group, n, k});
    return arith::MulFOp::create(b, loc, castFloat(b, loc, left, f64),
                                 castFloat(b, loc, right, f64));
  };
  auto leaveOut = [](OpBuilder &b, Location loc) -> Value {
    return arith::ConstantOp::create(b, loc, b.getF64FloatAttr(0.0));
  };
  return buildWhere(b, b.getLoc(), isInGroup, multiply, leaveOut);
}

/// The sums of groups of rows, in f64.
static Value buildRowSums(OpBuilder &builder, Location loc,
                          const GroupedProduct &product) {
  ImplicitLocOpBuilder b(loc, builder);
  SmallVector<OpFoldResult> sizes = product.getResultSizes(b, loc);
  Value init = buildZeros(b, loc, sizes, b.getF64Type());
  Value rowGroups = buildRowGroups(b, product.ends, sizes.front());
  Value groups = getValueOrCreateConstantIndexOp(
      b, loc, tensor::getMixedSize(b, loc, product.ends, 0));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    Value group = arith::IndexCastOp::create(b, b.getIndexType(), args[1]);
    Value term = buildRowTerm(b, product, args[0], group, groups);
    return arith::AddFOp::create(b, args[2], term);
  };
  auto select = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(3, loops, b.getContext());
  };
  return buildGeneric(b, loc, {product.lhs, rowGroups}, init,
                      {select({0, 2}), select({0}), select({0, 1})}, body);
}

/// The sums, in f64.
static Value buildSums(OpBuilder &builder, Location loc,
                       const GroupedProduct &product) {
  if (product.grouping == Grouping::M)
    return buildRowSums(builder, loc, product);
  FloatType f64 = builder.getF64Type();
  Value init =
      buildZeros(builder, loc, product.getResultSizes(builder, loc), f64);
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    Value term = arith::MulFOp::create(b, castFloat(b, loc, args[0], f64),
                                       castFloat(b, loc, args[1], f64));
    if (Value isInGroup = product.buildIsInGroup(b))
      term = orZero(b, loc, isInGroup, term);
    return arith::AddFOp::create(b, args[2], term);
  };
  return buildGeneric(builder, loc, {product.lhs, product.rhs}, init,
                      product.getMaps(builder.getContext()), body);
}

/// Where the groups of `op` end as its data lie; null without ends. Zeros
/// between groups count.
static Value findEnds(OpBuilder &builder, GroupedScaledMatmulOp op) {
  GroupsAttr groups = op.getLhs().getType().getGroups();
  if (!groups || !groups.isSpread())
    return op.getEnds();
  OpFoldResult size =
      getScaledDim(builder, op.getLoc(), op.getLhs(), groups.getAxis());
  return buildSpreadEnds(builder, op.getLoc(), op.getEnds(), size,
                         groups.getStart());
}

/// Replaces `op` by the product of `lhs` and `rhs`, tensors, with its
/// accumulator, if it has one: rounded once.
template <typename Op>
static LogicalResult lower(PatternRewriter &rewriter, Op op, Value lhs,
                           Value rhs, Value ends) {
  Location loc = op.getLoc();
  GroupedProduct product = {
      *getGrouping(op.getLhs().getType(), op.getRhs().getType()), lhs, rhs,
      ends, op.getCounts()};
  Value result =
      buildRounded(rewriter, loc, buildSums(rewriter, loc, product),
                   op.getAccumulator(), op.getType().getElementType());
  return replaceWithCasts(rewriter, op, result);
}

LogicalResult mlir::lowp::lowerGroupedMatmul(GroupedMatmulOp op,
                                             PatternRewriter &rewriter) {
  return lower(rewriter, op, op.getLhs(), op.getRhs(), op.getEnds());
}

LogicalResult mlir::lowp::lowerGroupedScaledMatmul(GroupedScaledMatmulOp op,
                                                   PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value lhs = buildExactValues(rewriter, loc, op.getLhs(), op.getEnds());
  Value rhs = buildExactValues(rewriter, loc, op.getRhs(), op.getEnds());
  return lower(rewriter, op, lhs, rhs, findEnds(rewriter, op));
}

/// Whether the operands lie as those of lowp.grouped_matmul do.
static bool hasUsualMaps(GemmOp op) {
  GroupedProduct product{*getGrouping(op), {}, {}, {}, {}};
  return op.getMaps() == product.getMaps(op.getContext());
}

LogicalResult mlir::lowp::unformGrouped(GemmOp op, PatternRewriter &rewriter) {
  if (op.hasEpilogue() || !(op.isScaled() || hasUsualMaps(op)))
    return op.emitOpError(
        "expected groups without an epilogue whose operands "
        "lie as those of lowp.grouped_matmul outside of kernels; "
        "form kernels for a chip");
  auto type = cast<RankedTensorType>(op.getInit().getType());
  bool areCounts = *getGrouping(op) == Grouping::Batch;
  Value ends = areCounts ? Value() : op.getGroups();
  Value counts = areCounts ? op.getGroups() : Value();
  Value accumulator = op.getAccumulate() ? op.getInit() : Value();
  if (!op.isScaled()) {
    rewriter.replaceOpWithNewOp<GroupedMatmulOp>(
        op, type, op.getLhsData(), op.getRhsData(), ends, counts, accumulator);
    return success();
  }
  auto [lhs, rhs] = makeOperands(rewriter, op);
  rewriter.replaceOpWithNewOp<GroupedScaledMatmulOp>(
      op, type, lhs, rhs, ends, counts, accumulator, op.getFastAccumulation());
  return success();
}
