//===- GroupedOps.cpp - One matmul per group ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

static ArrayRef<int64_t> getShape(Type type) {
  if (auto scaled = dyn_cast<ScaledType>(type))
    return scaled.getShape();
  return cast<RankedTensorType>(type).getShape();
}

/// The groups of a scaled operand; null for tensors and operands without.
static GroupsAttr getGroups(Type type) {
  auto scaled = dyn_cast<ScaledType>(type);
  return scaled ? scaled.getGroups() : GroupsAttr();
}

std::optional<Grouping> mlir::lowp::getGrouping(Type lhs, Type rhs) {
  size_t lhsRank = getShape(lhs).size(), rhsRank = getShape(rhs).size();
  if (lhsRank == 2 && rhsRank == 3)
    return Grouping::M;
  if (lhsRank == 2 && rhsRank == 2)
    return Grouping::K;
  if (lhsRank == 3 && rhsRank == 3)
    return Grouping::Batch;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// The ends or counts, whichever the op has; null if none.
template <typename Op>
static Value getEndsOrCounts(Op op) {
  return op.getEnds() ? op.getEnds() : op.getCounts();
}

/// Groups within a dimension need to know where they end; batches may know how
/// many rows count.
template <typename Op>
static LogicalResult verifyEndsOrCounts(Op op, Grouping grouping) {
  bool isBatch = grouping == Grouping::Batch;
  // grouped_matmul-C2, grouped_scaled_matmul-C2.
  if (bool(op.getEnds()) == isBatch)
    return op.emitOpError() << "expected "
                            << (isBatch ? "no 'ends' where both operands are "
                                          "batches, got some; 'counts' limits "
                                          "their rows"
                                        : "'ends' of the groups where the left "
                                          "operand is a matrix, got none");
  // grouped_matmul-C3, grouped_scaled_matmul-C3.
  if (op.getCounts() && !isBatch)
    return op.emitOpError(
        "expected 'counts' for batches of matrices alone, got "
        "them beside a matrix; 'ends' divides its rows");
  return success();
}

/// The count of groups as each operand says that has it.
template <typename Op>
static SmallVector<int64_t> getGroupCounts(Op op, Grouping grouping) {
  SmallVector<int64_t> counts;
  if (grouping == Grouping::Batch)
    counts.push_back(getShape(op.getLhs().getType()).front());
  if (grouping != Grouping::K)
    counts.push_back(getShape(op.getRhs().getType()).front());
  if (Value each = getEndsOrCounts(op))
    counts.push_back(getShape(each.getType()).front());
  for (Type type : {Type(op.getLhs().getType()), Type(op.getRhs().getType())})
    if (GroupsAttr groups = getGroups(type))
      counts.push_back(groups.getCount());
  return counts;
}

/// grouped_matmul-C5, grouped_scaled_matmul-C5.
static LogicalResult verifyGroupCounts(Operation *op,
                                       ArrayRef<int64_t> counts) {
  for (int64_t count : counts)
    for (int64_t other : counts)
      if (!mayBeEqual(count, other))
        return op->emitOpError() << "expected operands that agree in the "
                                    "number of groups, got "
                                 << count << " and " << other;
  return success();
}

/// The shape of the result, `groups` being one of the counts above.
static SmallVector<int64_t> getResultShape(Type lhs, Type rhs,
                                           Grouping grouping, int64_t groups) {
  int64_t rows = getShape(lhs).drop_back().back();
  int64_t columns = getShape(rhs).drop_back().back();
  if (grouping == Grouping::M)
    return {rows, columns};
  return {groups, rows, columns};
}

/// grouped_matmul-C7, grouped_scaled_matmul-C9.
template <typename Op>
static LogicalResult verifyAccumulator(Op op) {
  if (!op.getAccumulator() || op.getAccumulator().getType() == op.getType())
    return success();
  return op.emitOpError() << "expected an accumulator of the result's type "
                          << op.getType() << ", got "
                          << op.getAccumulator().getType();
}

/// All that does not depend on whether operands are scaled.
template <typename Op>
static LogicalResult verifyGroups(Op op) {
  Type lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  // grouped_matmul-C1, grouped_scaled_matmul-C1.
  std::optional<Grouping> grouping = getGrouping(lhs, rhs);
  if (!grouping)
    return op.emitOpError() << "expected a matrix and a batch of matrices, two "
                               "matrices or two batches, got "
                            << lhs << " and " << rhs;
  if (failed(verifyEndsOrCounts(op, *grouping)))
    return failure();
  // grouped_matmul-C4, grouped_scaled_matmul-C4.
  int64_t lhsK = getShape(lhs).back(), rhsK = getShape(rhs).back();
  if (!mayBeEqual(lhsK, rhsK))
    return op.emitOpError()
           << "expected operands that agree in K, their last "
              "dimension, got "
           << lhsK << " on the left and " << rhsK << " on the right";
  SmallVector<int64_t> counts = getGroupCounts(op, *grouping);
  if (failed(verifyGroupCounts(op, counts)))
    return failure();
  // grouped_matmul-C6, grouped_scaled_matmul-C6.
  if (failed(verifyCompatibleShapes(
          op, "the products",
          getResultShape(lhs, rhs, *grouping, counts.front()), "the result",
          op.getType().getShape())))
    return failure();
  return verifyAccumulator(op);
}

/// Describes groups for a diagnostic.
static std::string describe(GroupsAttr groups) {
  if (!groups)
    return "none";
  std::string text =
      groups.getAxis() == 0 ? "groups of rows" : "groups of columns";
  if (groups.isSpread())
    text += " that begin at multiples of " + std::to_string(groups.getStart());
  return text;
}

/// Where data of groups begin, at multiples of that; 0 without groups.
static int64_t getStart(ScaledType type) {
  return type.isGrouped() ? type.getGroups().getStart() : 0;
}

/// grouped_scaled_matmul-C8: scales have the groups of the product or none.
static LogicalResult verifyScaleGroups(GroupedScaledMatmulOp op) {
  ScaledType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  bool isK = *getGrouping(lhs, rhs) == Grouping::K;
  auto isAlong = [](ScaledType type, int64_t axis) {
    return !type.isGrouped() || type.getGroups().getAxis() == axis;
  };
  if (isK && isAlong(lhs, 1) && isAlong(rhs, 1) &&
      getStart(lhs) == getStart(rhs))
    return success();
  if (!isK && isAlong(lhs, 0))
    return success();
  return op.emitOpError() << "expected scales with the groups of the product, "
                          << (isK ? "of K on both sides or on none"
                                  : "of rows on the left")
                          << ", got " << describe(lhs.getGroups())
                          << " on the left and " << describe(rhs.getGroups())
                          << " on the right";
}

LogicalResult GroupedMatmulOp::verify() { return verifyGroups(*this); }

LogicalResult GroupedScaledMatmulOp::verify() {
  if (failed(verifyGroups(*this)) || failed(verifyScaleGroups(*this)))
    return failure();
  // grouped_scaled_matmul-C7: as scaled_matmul-C4 to C6.
  return verifyRecipePairing([this] { return emitOpError(); },
                             getLhs().getType().getRecipe(),
                             getRhs().getType().getRecipe());
}

/// Groups of K that begin anywhere and those of scales are left as they are.
LayoutDemand
GroupedScaledMatmulOp::getLayoutDemand(OpOperand &operand,
                                       const lowp_gpu::KernelTarget &target) {
  auto type = cast<ScaledType>(operand.get().getType());
  ScaledType lhs = getLhs().getType(), rhs = getRhs().getType();
  bool isPlain = !type.isGrouped() && *getGrouping(lhs, rhs) != Grouping::K;
  bool isSpread = type.isGrouped() && type.getGroups().isSpread();
  if ((!isPlain && !isSpread) || !findAtom(lhs, rhs, target))
    return LayoutDemand::require(type);
  return LayoutDemand::require(getReadType(type, target));
}

/// Blocks of a row lie in one group, wherever groups end: their scales need not
/// be stored group by group. Returns `value`, whose rows are in groups that end
/// at `ends`, as if there were none.
/// Null where groups begin with atoms that are given, which some kernels read.
static Value dropRowGroups(PatternRewriter &rewriter, Value value, Value ends) {
  bool hasAtoms = hasAtomsOfGroups(cast<ScaledType>(value.getType()));
  auto type = cast<ScaledType>(value.getType()).withGroups(GroupsAttr());
  auto quantize = value.getDefiningOp<QuantizeOp>();
  bool isComputed = quantize && quantize.getEnds() == ends &&
                    !quantize.getSeed() && !quantize.hasGivenScales() &&
                    quantize->hasOneUse();
  if (isComputed)
    return QuantizeOp::create(rewriter, quantize.getLoc(), type,
                              quantize.getInput(), quantize.getNumerics());
  if (hasAtoms)
    return {};
  return RelayoutOp::create(rewriter, value.getLoc(), type, value, ends);
}

/// A batch of which all rows count is a batch of plain products, and groups of
/// rows have no groups of scales.
LogicalResult GroupedScaledMatmulOp::canonicalize(GroupedScaledMatmulOp op,
                                                  PatternRewriter &rewriter) {
  ScaledType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  Grouping grouping = *getGrouping(lhs, rhs);
  if (grouping == Grouping::M && lhs.isGrouped() &&
      lhs.getRecipe().getBlockShape().rows == 1 && !lhs.hasGlobalScale()) {
    Value dropped = dropRowGroups(rewriter, op.getLhs(), op.getEnds());
    if (!dropped)
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getLhsMutable().assign(dropped); });
    return success();
  }
  if (grouping != Grouping::Batch || op.getCounts())
    return failure();
  rewriter.replaceOpWithNewOp<ScaledMatmulOp>(op, op.getType(), op.getLhs(),
                                              op.getRhs(), op.getAccumulator(),
                                              op.getFastAccumulation());
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The size of dimension `dim` of an operand, scaled or not.
static OpFoldResult getSize(OpBuilder &builder, Location loc, Value operand,
                            unsigned dim) {
  return isa<ScaledType>(operand.getType())
             ? getScaledDim(builder, loc, operand, dim)
             : tensor::getMixedSize(builder, loc, operand, dim);
}

template <typename Op>
static LogicalResult reifySizes(Op op, OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  Location loc = op.getLoc();
  Value lhs = op.getLhs(), rhs = op.getRhs();
  Grouping grouping = *getGrouping(lhs.getType(), rhs.getType());
  SmallVector<OpFoldResult> sizes;
  if (grouping == Grouping::Batch)
    sizes.push_back(getSize(builder, loc, lhs, 0));
  if (grouping == Grouping::K)
    sizes.push_back(tensor::getMixedSize(builder, loc, op.getEnds(), 0));
  for (Value operand : {lhs, rhs})
    sizes.push_back(
        getSize(builder, loc, operand, getShape(operand.getType()).size() - 2));
  shapes.push_back(reifyAs(builder, loc, op.getType(), sizes));
  return success();
}

LogicalResult
GroupedMatmulOp::reifyResultShapes(OpBuilder &builder,
                                   ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(*this, builder, shapes);
}

LogicalResult
GroupedScaledMatmulOp::reifyResultShapes(OpBuilder &builder,
                                         ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(*this, builder, shapes);
}
