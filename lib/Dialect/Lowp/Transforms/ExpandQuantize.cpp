//===- ExpandQuantize.cpp - Quantize in steps -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/RowsFirst.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_EXPANDQUANTIZEPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// The amax of each block of `recipe`; of the whole matrix where it is null.
Value buildAmax(OpBuilder &builder, Location loc, Value input,
                RecipeAttrInterface recipe) {
  RankedTensorType type =
      AmaxOp::getResultType(cast<RankedTensorType>(input.getType()).getShape(),
                            recipe, builder.getContext());
  return AmaxOp::create(builder, loc, type, input, recipe);
}

/// The scale of the matrix, or of each matrix of a batch.
ComputeGlobalScaleOp buildGlobalScale(OpBuilder &builder, QuantizeOp op,
                                      Value input) {
  ScaledType type = op.getType();
  Value amax = buildAmax(builder, op.getLoc(), input, /*recipe=*/{});
  auto blocks = cast<RankedTensorType>(amax.getType());
  auto numbers = RankedTensorType::get(blocks.getShape().drop_back(),
                                       blocks.getElementType());
  return ComputeGlobalScaleOp::create(
      builder, op.getLoc(), numbers, numbers, amax, type.getRecipe(),
      type.getElementType(), op.getNumerics(), type.getConvention());
}

/// The scales of blocks; `global` is the factor of the matrix, or null.
ComputeScaleOp buildScale(OpBuilder &builder, QuantizeOp op, Value input,
                          Value global) {
  ScaledType type = op.getType();
  RecipeAttrInterface recipe = type.getRecipe();
  Value amax = buildAmax(builder, op.getLoc(), input, recipe);
  auto factors = cast<RankedTensorType>(amax.getType());
  return ComputeScaleOp::create(
      builder, op.getLoc(), factors,
      RankedTensorType::get(factors.getShape(), recipe.getScaleType()), amax,
      global, recipe, type.getElementType(), op.getBlockNumerics(),
      type.getConvention());
}

void expand(QuantizeOp op) {
  OpBuilder builder(op);
  Value input = refineInput(builder, op);
  ComputeGlobalScaleOp global;
  if (op.getType().hasGlobalScale())
    global = buildGlobalScale(builder, op, input);
  ComputeScaleOp blocks =
      buildScale(builder, op, input, global ? global.getFactor() : Value());
  SmallVector<Value> scales = {blocks.getEncode(), blocks.getScales()};
  if (global)
    scales.push_back(global.getScale());
  op.getScalesMutable().assign(scales);
}

/// Whether no CTA holds whole blocks of `op`, which fusions can do in two
/// phases: they read the input for the amax, and once more for the data.
bool isWide(QuantizeOp op, int64_t maxRow) {
  ScaledType type = op.getType();
  if (!isFusableFormat(type))
    return false;
  if (type.hasGlobalScale())
    return true;
  BlockShape block = type.getRecipe().getBlockShape();
  if (block.columns != BlockShape::kWhole)
    return block.rows == BlockShape::kWhole;
  int64_t columns = type.getMatrixShape()[1];
  return block.rows != 1 || ShapedType::isDynamic(columns) || columns > maxRow;
}

/// Quantizes what `op`, alone, reads a transposed copy of, if its blocks need
/// two phases then: the copy would be a third. Transposing the result moves
/// nothing. Random bits belong to positions.
void readOriginal(QuantizeOp op, int64_t maxRow) {
  if (op.hasGivenScales() || op.getSeed() || op.getType().isGrouped() ||
      !op.getInput().hasOneUse())
    return;
  MatmulOperand stored = findStoredOperand(op.getInput());
  if (!stored.contractsFirst)
    return;
  OpBuilder builder(op);
  auto original =
      QuantizeOp::create(builder, op.getLoc(), op.getType().getTransposed(),
                         stored.value, op.getNumerics());
  if (!isWide(original, maxRow)) {
    original.erase();
    return;
  }
  op.replaceAllUsesWith(
      TransposeOp::create(builder, op.getLoc(), original).getResult());
  op.erase();
}

/// Whether the sums or maxima of rows that `matrix` follows from are better of
/// the kernel that quantizes its rows: what they read is more than the matrix,
/// if that is stored anyway, or than what stores it and reads it.
bool hasRowsInKernel(Value matrix) {
  bool isStored =
      !llvm::all_of(matrix.getUsers(), llvm::IsaPred<QuantizeOp, AmaxOp>);
  return countReducedBytes(matrix) >
         (isStored ? 1 : 2) * countBytes(matrix.getType());
}

/// Whether `op`, whose rows a CTA holds, does better in the two phases of
/// another quantize of its matrix: one kernel finds the amax of both, and one
/// makes the data of both.
bool joinsWide(QuantizeOp op, int64_t maxRow) {
  Value matrix = op.getInput();
  if (!isFusableFormat(op.getType()) ||
      op.getType().getRecipe().getBlockShape() !=
          BlockShape{1, BlockShape::kWhole})
    return false;
  bool hasOther = llvm::any_of(matrix.getUsers(), [&](Operation *user) {
    auto other = dyn_cast<QuantizeOp>(user);
    return other && other->getBlock() == op->getBlock() &&
           !other.hasGivenScales() && isWide(other, maxRow);
  });
  return hasOther && !hasRowsInKernel(matrix);
}

/// Whether the groups of `op` divide no block, so that they only say where the
/// scales lie. Random bits and scales of two levels are those of a group.
bool canDropGroups(QuantizeOp op) {
  ScaledType type = op.getType();
  GroupsAttr groups = type.getGroups();
  if (!groups || op.getSeed() || type.hasGlobalScale() ||
      !isFusableFormat(type.withGroups({})))
    return false;
  int64_t extent = type.getRecipe().getBlockShape().extent(groups.getAxis());
  return extent == 1 || groups.keepsPlaces(extent);
}

/// Whether the scales of `type` lie where they do without its groups.
bool keepsPlaces(ScaledType type) {
  GroupsAttr groups = type.getGroups();
  return groups.keepsPlaces(
      type.getRecipe().getBlockShape().extent(groups.getAxis()));
}

/// The type without groups that `type` is quantized as.
ScaledType getWholeType(ScaledType type) {
  ScaledType whole = type.withGroups({});
  if (keepsPlaces(type))
    return whole;
  return whole.withScaleLayout(
      CompactAttr::get(type.getContext(), /*transposed=*/false));
}

/// Quantizes without groups, and puts the scales in their places afterwards:
/// what a fusion does costs no pass over the elements of its own. Returns the
/// quantize.
QuantizeOp dropGroups(QuantizeOp op) {
  OpBuilder builder(op);
  ScaledType type = op.getType();
  auto whole = QuantizeOp::create(builder, op.getLoc(), getWholeType(type),
                                  op.getInput(), op.getNumerics());
  Value divided = whole;
  if (!keepsPlaces(type))
    divided =
        RelayoutOp::create(builder, op.getLoc(), type, whole, op.getEnds());
  // The data stay as they are, with the padding that they have.
  auto before = SplitScaledOp::create(builder, op.getLoc(), whole);
  auto after = SplitScaledOp::create(builder, op.getLoc(), divided);
  Value parts[] = {before.getData(), after.getScales()};
  Value result = MakeScaledOp::create(builder, op.getLoc(), type, parts);
  op.replaceAllUsesWith(result);
  op.erase();
  return whole;
}

struct ExpandQuantizePass
    : lowp::impl::ExpandQuantizePassBase<ExpandQuantizePass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([&](QuantizeOp op) {
      if (canDropGroups(op))
        op = dropGroups(op);
      if (onlyWide)
        readOriginal(op, maxRow);
    });
    for (QuantizeOp op : listExpanded())
      if (op.getType().isGrouped())
        remark::missed(op.getLoc(), remark::RemarkOpts::name("quantize-kept")
                                        .category("lowp-expand-quantize"))
            << remark::reason("blocks of groups begin where 'ends' say");
      else
        expand(op);
  }

  SmallVector<QuantizeOp> listExpanded() {
    SmallVector<QuantizeOp> ops;
    getOperation()->walk([&](QuantizeOp op) {
      if (!op.hasGivenScales() &&
          (!onlyWide || isWide(op, maxRow) || joinsWide(op, maxRow)))
        ops.push_back(op);
    });
    return ops;
  }
};

} // namespace
