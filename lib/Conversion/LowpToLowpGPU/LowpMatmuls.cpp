//===- LowpMatmuls.cpp - Gemms of lowp's own matmuls ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpMatmuls.h"

#include "OperandOrder.h"

#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/Accumulation.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {

/// What the kernel writes to, of exactly the type `type`.
template <typename Op>
Value buildDestination(OpBuilder &builder, Op op, RankedTensorType type) {
  if (op.getAccumulator())
    return op.getAccumulator();
  ReifiedRankedShapedTypeDims sizes;
  // It never fails.
  (void)op.reifyResultShapes(builder, sizes);
  return tensor::EmptyOp::create(builder, op.getLoc(), sizes.front(),
                                 type.getElementType());
}

/// What the kernel's result takes the place of: the product, or the value that
/// only rounds the product, because a kernel rounds its sums anyway.
template <typename Op>
OpResult getRounded(Op op) {
  auto product = cast<OpResult>(op.getResult());
  bool isSum = getElementTypeOrSelf(op.getType()).isF32();
  if (op.getAccumulator() || !isSum)
    return product;
  linalg::LinalgOp rounding = findRounding(product);
  if (!rounding || !isa<BFloat16Type, Float16Type>(
                       getElementTypeOrSelf(rounding->getResult(0).getType())))
    return product;
  return rounding->getResult(0);
}

/// The numbers of groups that the kernel reads; null without.
Value getGroups(ScaledMatmulOp) { return {}; }
template <typename Op>
Value getGroups(Op op) {
  return op.getEnds() ? op.getEnds() : op.getCounts();
}

/// Replaces `old`, the rounded result of `op`, by that of `gemm`.
void replaceWithGemm(Operation *op, OpResult old, GemmOp gemm) {
  OpBuilder builder(op);
  gemm->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  old.replaceAllUsesWith(builder.createOrFold<tensor::CastOp>(
      op->getLoc(), old.getType(), gemm->getResult(0)));
  if (old.getOwner() != op)
    old.getOwner()->erase();
  op->erase();
}

template <typename Op>
void formGemm(Op op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  OpResult old = getRounded(op);
  auto type = cast<RankedTensorType>(op.getType())
                  .clone(getElementTypeOrSelf(old.getType()));
  auto lhs = SplitScaledOp::create(builder, loc, op.getLhs());
  auto rhs = SplitScaledOp::create(builder, loc, op.getRhs());
  Value init = buildDestination(builder, op, type);
  auto gemm = GemmOp::create(
      builder, loc, TypeRange{type}, lhs.getData(), lhs.getScales(),
      lhs.getGlobalScale(), rhs.getData(), rhs.getScales(),
      rhs.getGlobalScale(), /*inputs=*/ValueRange(), getGroups(op), init,
      TypeAttr::get(op.getLhs().getType()),
      TypeAttr::get(op.getRhs().getType()), /*indexing_maps=*/ArrayAttr(),
      /*input_maps=*/ArrayAttr(), /*accumulate=*/bool(op.getAccumulator()),
      op.getFastAccumulation(),
      /*epilogueCount=*/0);
  replaceWithGemm(op, old, gemm);
}

/// Adds the accumulator of `op` after its product, in f32, where no kernel
/// adds to it in place: an epilogue may read it. Returns what is left to form.
template <typename Op>
Op takeAccumulator(Op op) {
  Value accumulator = op.getAccumulator();
  if (!accumulator || isSummedInPlace(accumulator))
    return op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  Value number;
  if (linalg::FillOp fill = getFillOfCall(accumulator))
    number = widenFill(builder, fill, accumulator);
  auto product = cast<Op>(builder.clone(*op));
  product.getAccumulatorMutable().clear();
  if (number)
    product.getAccumulatorMutable().assign(number);
  product.getResult().setType(number ? cast<RankedTensorType>(number.getType())
                                     : type.clone(builder.getF32Type()));
  Value sum =
      number ? castElements(builder, loc, product.getResult(),
                            type.getElementType())
             : addAccumulator(builder, loc, product.getResult(), accumulator);
  op.getResult().replaceAllUsesWith(
      builder.createOrFold<tensor::CastOp>(loc, type, sum));
  op.erase();
  return product;
}

template <typename Op>
Grouping getGroupingOf(Op op) {
  return *getGrouping(op.getLhs().getType(), op.getRhs().getType());
}

/// Says that no kernel multiplies groups of f32, for nobody asked for less, or
/// elements of two types.
bool isRefused(GroupedMatmulOp op) {
  Type lhs = getElementTypeOrSelf(op.getLhs()),
       rhs = getElementTypeOrSelf(op.getRhs());
  bool isF32 = lhs.isF32() || rhs.isF32();
  if (!isF32 && lhs != rhs)
    op.emitOpError("expected operands of one type of 16 bits that the chip "
                   "multiplies, got ")
        << lhs << " and " << rhs << "; convert one of them";
  if (isF32)
    op.emitOpError("expected operands of one type of 16 bits that the chip "
                   "multiplies, got f32; option f32-matmuls=bf16 rounds them, ")
        << (getGroupingOf(op) == Grouping::K ? "" : "a recipe quantizes them, ")
        << "and the pipeline lowp-to-cpu multiplies them as they are";
  return isF32 || lhs != rhs;
}

/// Says that kernels find scales by rows, or in atoms with which groups begin,
/// and those of groups of K where blocks begin.
bool isRefused(GroupedScaledMatmulOp op) {
  GroupsAttr groups = op.getLhs().getType().getGroups();
  if (getGroupingOf(op) == Grouping::K && groups && groups.isSpread())
    return false;
  if (getGroupingOf(op) == Grouping::K) {
    op.emitOpError("expected groups of K that begin at multiples of 'start', "
                   "which the types of the operands say, got ")
        << op.getLhs().getType()
        << "; lowp.spread_rows brings them there before they are quantized";
    return true;
  }
  if (!op.getLhs().getType().isGrouped() ||
      hasAtomsOfGroups(op.getLhs().getType()))
    return false;
  op.emitOpError("expected a left operand without groups in its type, got ")
      << op.getLhs().getType()
      << "; --canonicalize takes them off where the program quantizes it";
  return true;
}

/// What `rhs`, a batch of matrices indexed by `map`, is a transposed copy of,
/// if that is a batch of matrices as well whose rows kernels can read: nothing
/// is copied then.
MappedTensor readTransposed(Value rhs, AffineMap map) {
  MappedTensor best{rhs, map};
  for (const MappedTensor &source : listSources(best)) {
    auto type = cast<RankedTensorType>(source.value.getType());
    if (type.getElementType() != getElementTypeOrSelf(rhs) ||
        type.getRank() != 3 || !source.map.isProjectedPermutation())
      break;
    // Kernels read rows of whole 16 bytes of 16-bit elements.
    constexpr int64_t kUnit = 8;
    int64_t last = type.getShape().back();
    if (source.map.getDimPosition(0) == 0 && !ShapedType::isDynamic(last) &&
        last % kUnit == 0 && type.getElementTypeBitWidth() == 16)
      best = source;
  }
  return best;
}

/// Whether there is no group, whose rows a kernel could compute.
template <typename Op>
bool hasNoGroups(Op op) {
  Value numbers = getGroups(op);
  return numbers &&
         cast<RankedTensorType>(numbers.getType()).getDimSize(0) == 0;
}

/// What a product without groups leaves: what it would have added to, or rows
/// that nobody defined.
template <typename Op>
void dropProduct(Op op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getType());
  op.replaceAllUsesWith(buildDestination(builder, op, type));
  op.erase();
}

/// The operands of a product of floats as a kernel reads them, by maps from
/// groups, M, N and K, and the map of the result.
struct GroupedOperands {
  MappedTensor lhs, rhs;
  AffineMap result;

  GroupedOperands(OpBuilder &builder, GroupedMatmulOp op);
};

GroupedOperands::GroupedOperands(OpBuilder &builder, GroupedMatmulOp op) {
  auto map = [&](ArrayRef<unsigned> dims) {
    return AffineMap::getMultiDimMapWithTargets(4, dims, op.getContext());
  };
  Grouping grouping = getGroupingOf(op);
  bool isBatch = grouping == Grouping::Batch;
  result = grouping == Grouping::M ? map({1, 2}) : map({0, 1, 2});
  lhs = {op.getLhs(), isBatch ? map({0, 1, 3}) : map({1, 3})};
  if (grouping != Grouping::K) {
    rhs = readTransposed(op.getRhs(), map({0, 2, 3}));
    return;
  }
  lhs = readRowsLast(builder, op.getLoc(), lhs, "lhs");
  rhs = readRowsLast(builder, op.getLoc(), {op.getRhs(), map({2, 3})}, "rhs");
}

/// Maps say where the groups of a product of floats are.
void formGemm(GroupedMatmulOp op) {
  OpBuilder builder(op);
  OpResult old = getRounded(op);
  auto type = cast<RankedTensorType>(op.getType())
                  .clone(getElementTypeOrSelf(old.getType()));
  Value init = buildDestination(builder, op, type);
  GroupedOperands operands(builder, op);
  auto gemm = GemmOp::create(
      builder, op.getLoc(), operands.lhs.value, operands.rhs.value, init,
      builder.getAffineMapArrayAttr(
          {operands.lhs.map, operands.rhs.map, operands.result}),
      /*accumulate=*/bool(op.getAccumulator()));
  if (Value groups = getGroups(op))
    gemm.getGroupsMutable().assign(groups);
  replaceWithGemm(op, old, gemm);
}

template <typename Op>
LogicalResult formGroups(Operation *root) {
  SmallVector<Op> matmuls;
  root->walk([&](Op op) { matmuls.push_back(op); });
  for (Op op : matmuls) {
    if (hasNoGroups(op)) {
      dropProduct(op);
      continue;
    }
    if (isRefused(op))
      return failure();
    formGemm(takeAccumulator(op));
  }
  return success();
}

} // namespace

LogicalResult mlir::lowp_gpu::formGemmsOfLowp(Operation *op) {
  if (failed(formGroups<GroupedMatmulOp>(op)) ||
      failed(formGroups<GroupedScaledMatmulOp>(op)))
    return failure();
  // A gemm may take the place of an operation after its matmul.
  SmallVector<ScaledMatmulOp> matmuls;
  op->walk([&](ScaledMatmulOp op) { matmuls.push_back(op); });
  for (ScaledMatmulOp op : matmuls)
    formGemm(takeAccumulator(op));
  return success();
}
